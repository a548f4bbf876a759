import { serve } from '../../src/server/main.ts'

/** A server in its own process. It prints its addresses on one line and runs until it is told to stop. */
const { url, paths, login } = await serve(process.env)
console.log(JSON.stringify({ url, paths, login }))
