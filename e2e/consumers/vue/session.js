export async function getToken() {
  const response = await fetch('/demo/token', {
    method: 'POST',
    headers: {'content-type': 'application/json'},
    body: JSON.stringify({sub: 'demo-anna'}),
  });
  return (await response.json()).token;
}
