import { Type, type Static } from 'typebox'
import { FlowChange, FlowEffects } from '../author/diff.ts'
import { COLOR } from '../flow/theme.ts'
import { Company, Site } from '../flow/site.ts'
import { TEMPLATE_KEYS } from './templateKeys.ts'
import { FlowStep } from '../author/preview.ts'
import { Located } from '../author/problem.ts'
import { closed, EpochMs, oneOf, Uuid } from '../kernel/shape.ts'
import { Share, VersionLine } from '../kernel/version.ts'
import { SitePath } from '../people/sites.ts'
import { LiveAt, PublishRequest } from './publishRequest.ts'

/** Drafts at /studio, one per site: what authors read and send. */

/** Maximum size of a flow in UTF-8 bytes; those of the demo sites have 30 to 60 KB. */
export const FLOW_BYTES = 5 * 1024 * 1024
const IN_ALL = `At most ${FLOW_BYTES} bytes of UTF-8.`
/** Maximum size of a file beside it: that of a step's picture. */
export const FILE_BYTES = 8 * 1024 * 1024
export const MOST_FILES = 100
/** Maximum size of all files together: each check of a draft reads them again. */
export const FILES_BYTES = 64 * 1024 * 1024

const revision = Type.Integer({ minimum: 0, description: 'The number of times it was saved.' })

export const DraftLine = closed({
  path: Type.String(),
  revision,
  based_on: Type.Union([Type.Integer(), Type.Null()], {
    description: 'The version it was created from. Null for a new site.',
  }),
  saved_by: Type.String({ description: 'The operator who last saved it.' }),
  saved_at: EpochMs,
})
export type DraftLine = Static<typeof DraftLine>

export const DraftFile = closed({
  name: Type.String(),
  sha256: Type.String({ description: 'The hash of its content, which changes with every edit.' }),
})
export type DraftFile = Static<typeof DraftFile>

/** Files beside a draft, as last saved. */
export const DraftFiles = closed({
  revision,
  data: Type.Array(closed({ ...DraftFile.properties, bytes: Type.Integer({ minimum: 0 }) })),
})
export type DraftFiles = Static<typeof DraftFiles>

/** A draft when opened. */
export const Draft = closed({
  ...DraftLine.properties,
  text: Type.String({ description: 'As it was typed, even if it isn’t JSON.' }),
  good: Type.Union([Type.String(), Type.Null()], {
    description: 'If the text isn’t JSON: the last version that was.',
  }),
  files: Type.Array(DraftFile),
})
export type Draft = Static<typeof Draft>

export const StudioSite = closed({
  path: Type.String(),
  live: Type.Array(Share),
  versions: Type.Array(VersionLine, { description: 'Newest first.' }),
  draft: Type.Union([DraftLine, Type.Null()]),
  request: Type.Union([PublishRequest, Type.Null()], {
    description: 'The pending publish, if there is one.',
  }),
  editors: Type.Array(Type.String(), { description: 'The operators who have the draft open.' }),
  comments: Type.Integer({ minimum: 0, description: 'The number of unresolved comments.' }),
})
export type StudioSite = Static<typeof StudioSite>

const fileName = Type.String({ pattern: '^(?!\\.)[\\w.-]{1,100}$' })

/** Makes the draft of a site from one of its versions, replacing an existing one. */
export const MakeDraft = closed({
  path: SitePath,
  version: Type.Integer({ minimum: 1 }),
  revision: { ...revision, description: 'The revision of the draft to replace, or 0 if there is none.' },
})

/** Makes a site that isn't published yet, as a draft: from a template, or as a copy of another site. */
export const MakeSite = closed({
  path: SitePath,
  name: {
    ...Site.properties.name,
    description: 'The brand. In a copy, it replaces the original’s brand everywhere.',
  },
  template: Type.Optional(oneOf([...TEMPLATE_KEYS], { description: 'The template. Omit it for a copy.' })),
  accent: Type.Optional(
    Type.String({ pattern: COLOR, description: 'The color of its buttons. Omit it for a copy.' }),
  ),
  company: Type.Optional(Company),
  copy_of: Type.Optional({
    ...SitePath,
    description: 'The site to copy: its draft, or its live version if it has no draft.',
  }),
})
export type MakeSite = Static<typeof MakeSite>

export const SaveDraft = closed({
  path: SitePath,
  revision: { ...revision, minimum: 1, description: 'The revision that the text was edited from.' },
  text: Type.Optional(Type.String({ description: IN_ALL })),
  files: Type.Optional(
    Type.Record(fileName, Type.Union([Type.String({ contentEncoding: 'base64' }), Type.Null()]), {
      additionalProperties: false,
      description: 'The files to change, by name: the new content, or null to delete the file.',
    }),
  ),
})
export type SaveDraft = Static<typeof SaveDraft>

export const OneDraft = closed({ path: SitePath })
export const DraftFileAsked = closed({ path: SitePath, name: fileName })
export const OneRevision = closed({ path: SitePath, revision: { ...revision, minimum: 1 } })

export const DraftProblems = closed({
  revision,
  problems: Type.Array(Located),
  steps: Type.Union([Type.Array(FlowStep), Type.Null()], {
    description: 'Null if the flow has an error.',
  }),
})
export type DraftProblems = Static<typeof DraftProblems>

/** Difference between a draft and what is live. */
export const SiteDifference = closed({
  version: Type.Union([Type.Integer(), Type.Null()], {
    description: 'The version that most visitors see. Null if none is live.',
  }),
  changes: Type.Array(FlowChange),
  effects: Type.Union([FlowEffects, Type.Null()]),
  files: Type.Array(Type.String(), {
    description: 'The names of files that were added, changed, or removed.',
  }),
  problems: Type.Array(Located, { description: 'Why it can’t be compared.' }),
})
export type SiteDifference = Static<typeof SiteDifference>

/** An offer whose leads have nowhere to go. */
export const UnsoldOffer = closed({
  offer: Type.String({ description: 'Its name.' }),
  buyers: Type.Array(Type.String(), { description: 'The buyers it names, none of which is set up.' }),
})
export type UnsoldOffer = Static<typeof UnsoldOffer>

export const DraftDifference = closed({
  revision,
  ...SiteDifference.properties,
  unsold: Type.Array(UnsoldOffer, {
    description:
      'Offers whose leads have nowhere to go: no buyer of theirs is set up, and no webhook takes leads.',
  }),
  needs_approval: Type.Boolean({ description: 'Whether publishing needs a second person’s approval.' }),
})
export type DraftDifference = Static<typeof DraftDifference>

export const PublishDraft = closed({
  ...OneRevision.properties,
  weight: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  live_at: Type.Optional(LiveAt),
  leads_wait: Type.Optional(
    Type.Boolean({
      description:
        'Publish even if leads have nowhere to go. They’re saved, and wait until you set up a buyer.',
    }),
  ),
})
/** A site that a program publishes, without a draft. */
export const PublishSite = closed({
  path: SitePath,
  text: Type.String({ description: `The flow, as written by its author. ${IN_ALL}` }),
  files: Type.Record(fileName, Type.String({ contentEncoding: 'base64' }), {
    additionalProperties: false,
    maxProperties: MOST_FILES,
    description: 'The files next to the flow, by name.',
  }),
  weight: PublishDraft.properties.weight,
  live_at: PublishDraft.properties.live_at,
  leads_wait: PublishDraft.properties.leads_wait,
})
export type PublishSite = Static<typeof PublishSite>

export const PublishedDraft = closed({
  version: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Null if errors prevent publishing or the publish is pending.',
  }),
  problems: Type.Array(Located),
  live: Type.Array(Share),
  request: Type.Union([PublishRequest, Type.Null()], {
    description: 'The pending publish, if there is one.',
  }),
})
export type PublishedDraft = Static<typeof PublishedDraft>

export const RollBack = closed({ path: SitePath, version: Type.Integer({ minimum: 1 }) })
export const RolledBack = closed({ live: Type.Array(Share) })

/** Part of a replay of a version's recorded visits on a draft. */
export const ReplayDraft = closed({
  ...OneRevision.properties,
  run: { ...Uuid, description: 'An ID that you create, the same for all parts of one replay.' },
  version: Type.Optional({
    ...RollBack.properties.version,
    description: 'The version of the visits. If omitted, it’s the one that most visitors see.',
  }),
  days: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 3660, description: 'Only visits from this many last days.' }),
  ),
  after: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
    description: 'Where the previous part ended. Null for the first part.',
  }),
})
export type ReplayDraft = Static<typeof ReplayDraft>

export const ReplayedVisit = closed({
  ...OneRevision.properties,
  version: RollBack.properties.version,
  session_uuid: Uuid,
})
export type ReplayedVisit = Static<typeof ReplayedVisit>
