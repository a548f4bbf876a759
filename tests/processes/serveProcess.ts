import { serve } from '../../src/server/main.ts'

/** A server in a process of its own: it says on one line where it listens, and runs until it is told to stop. */
const { url, paths, login } = await serve(process.env)
console.log(JSON.stringify({ url, paths, login }))
