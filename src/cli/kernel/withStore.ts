import type { ServerOptions } from '../../server/context.ts'
import type { Store } from '../../store/store.ts'
import type { CommandContext } from './command.ts'
import { refusal } from './failure.ts'

/** Runs `work` on the store that the server would open, and closes it in any case. The server is loaded only here, so that commands
 *  without a store start at once. */
export async function withStore<T>(ctx: CommandContext, work: Work<T>): Promise<T> {
  return run(await settingsOf(ctx), ctx, work)
}

/** The same, but only on an existing store; it doesn't create one if DATA_DIR is wrong. */
export async function withKeptStore<T>(ctx: CommandContext, work: Work<T>): Promise<T> {
  const settings = await settingsOf(ctx)
  const { hasDatabase } = await import('../../server/main.ts')
  if (!hasDatabase(settings))
    throw refusal(
      'no_database',
      `There's no database in ${settings.dataDir}. Set DATA_DIR to the server's folder, or publish a flow first.`,
    )
  return run(settings, ctx, work)
}

/** Work of a command on the store, with the server's other parts. */
type Work<T> = (store: Store, server: ServerOptions) => Promise<T>

type Settings = Awaited<ReturnType<typeof settingsOf>>

/** The server's settings according to the environment. */
export async function settingsOf({ env }: CommandContext) {
  const { parseSettings } = await import('../../server/settings/settings.ts')
  return parseSettings(env)
}

async function run<T>(settings: Settings, ctx: CommandContext, work: Work<T>): Promise<T> {
  const { openServerOptions } = await import('../../server/main.ts')
  const server = await openServerOptions(settings, ctx.err, false)
  const { store } = server
  try {
    return await work(store, server)
  } finally {
    await store.close()
  }
}

/** Null if a server runs on DATA_DIR; else a sentence saying that none does, so changes will only show later. */
export async function notServed(ctx: CommandContext): Promise<string | null> {
  const settings = await settingsOf(ctx)
  const { isServed } = await import('../../server/main.ts')
  if (isServed(settings)) return null
  return `No server is running on this folder. To see it, start one with DATA_DIR=${settings.dataDir}.`
}
