export async function getToken(): Promise<string> {
  const response = await fetch('/demo/token', {
    method: 'POST',
    headers: {'content-type': 'application/json'},
    body: JSON.stringify({sub: 'demo-anna'}),
  });
  return ((await response.json()) as {token: string}).token;
}
