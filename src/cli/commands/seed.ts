import { command, countOf } from '../kernel/command.ts'
import { misuse } from '../kernel/failure.ts'
import { progress, counted } from '../words/report.ts'
import { notServed, withKeptStore } from '../kernel/withStore.ts'

export const seed = command('seed', {
  summary: 'Create sample traffic on every published path',
  usage: '[--sessions N] [--days D] [--seed S]',
  examples: [
    'leadloom seed --sessions 10000 --days 90',
    'DATA_DIR=/tmp/demo leadloom seed --sessions 500 --seed 7',
  ],
  options: {
    sessions: { type: 'string', value: 'N', about: 'How many visitors to create.', default: '1000' },
    days: {
      type: 'string',
      value: 'D',
      about: 'How many days to spread them over, up to now.',
      default: '30',
    },
    seed: {
      type: 'string',
      value: 'S',
      about: 'The random seed. The same seed and numbers create the same traffic.',
      default: '1',
    },
  },
  async run({ values, positionals }, ctx) {
    if (positionals.length > 0) throw misuse(`seed doesn't take "${positionals[0]}".`)
    const sessions = countOf(values.sessions, '--sessions')
    const days = countOf(values.days, '--days')
    const drawn = countOf(values.seed, '--seed')
    const { seed } = await import('../seed/seedSite.ts')
    await withKeptStore(ctx, (store) =>
      seed(store, {
        sessions,
        days,
        seed: drawn,
        now: ctx.now(),
        onProgress: progress('sessions', sessions, ctx),
      }),
    )
    return {
      exit: 0,
      data: { sessions, days, seed: drawn },
      words: [
        `Created ${counted(sessions, 'session')} over ${counted(days, 'day')}. ${(await notServed(ctx)) ?? 'To see them, open /stats on the running server.'}`,
      ],
    }
  },
})
