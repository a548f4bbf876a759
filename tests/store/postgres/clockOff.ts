/** Loaded before a server: what it takes for the time is off by CLOCK_OFF_MS. */
const offMs = Number(process.env['CLOCK_OFF_MS'])
const { now } = Date
Date.now = () => now() + offMs
