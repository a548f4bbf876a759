/** Shifts a server's clock by CLOCK_OFF_MS. Loaded before the server. */
const offMs = Number(process.env['CLOCK_OFF_MS'])
const { now } = Date
Date.now = () => now() + offMs
