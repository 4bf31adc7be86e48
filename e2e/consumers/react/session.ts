export async function getToken(): Promise<string> {
  const answer = await fetch('/demo/token', {
    method: 'POST',
    headers: {'content-type': 'application/json'},
    body: JSON.stringify({sub: 'demo-anna'}),
  });
  return ((await answer.json()) as {token: string}).token;
}
