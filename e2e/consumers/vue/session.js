export async function getToken() {
  const answer = await fetch('/demo/token', {
    method: 'POST',
    headers: {'content-type': 'application/json'},
    body: JSON.stringify({sub: 'demo-anna'}),
  });
  return (await answer.json()).token;
}
