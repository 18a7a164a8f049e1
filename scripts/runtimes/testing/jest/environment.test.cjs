// A CommonJS test has the environment variables of the setup.
test('lists the venues with the key of the run', async () => {
  const response = await fetch(`${process.env.BOOKING_BASE_URL}/v1/venues/search`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${process.env.BOOKING_API_KEY}`, 'Content-Type': 'application/json' },
    body: '{}',
  });
  expect(response.status).toBe(200);
});
