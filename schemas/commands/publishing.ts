import { Type, type Static } from 'typebox'
import { ScriptHost } from '../desk/scriptHosts.ts'
import { ReportKey } from '../people/reportKey.ts'
import { PublishKey } from '../studio/publishKey.ts'
import { PublishRequest } from '../studio/publishRequest.ts'
import { Located } from '../author/problem.ts'
import { closed } from '../kernel/shape.ts'
import { Share, VersionLine } from '../kernel/version.ts'

/** Output of the commands that publish. */

export const PublishAnswer = closed({
  path: Type.String(),
  version: Type.Union([Type.Integer(), Type.Null()], { description: 'Null when it was refused, or waits.' }),
  live: Type.Array(Share, { description: 'What is live on the path now.' }),
  problems: Type.Array(Located, { description: 'When it was published: its warnings.' }),
  request: Type.Optional(
    Type.Union([PublishRequest, Type.Null()], {
      description: 'With --server: the publish that waits there; null where none does.',
    }),
  ),
})
export type PublishAnswer = Static<typeof PublishAnswer>

export const VersionsAnswer = closed({ versions: Type.Array(VersionLine) })
export type VersionsAnswer = Static<typeof VersionsAnswer>

export const RollbackAnswer = closed({
  path: Type.String(),
  version: Type.Integer({ description: 'The one that is live now.' }),
  replaced: Type.Array(Share, { description: 'What was live until now.' }),
})
export type RollbackAnswer = Static<typeof RollbackAnswer>

export const HostsAnswer = closed({ hosts: Type.Array(ScriptHost) })

export const KeysAnswer = closed({
  keys: Type.Array(PublishKey),
  report_keys: Type.Array(ReportKey),
  key: Type.Union([Type.String(), Type.Null()], {
    description: 'The key just made. No other answer has it.',
  }),
})
export type KeysAnswer = Static<typeof KeysAnswer>
