import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import type { StudioSite } from '../../../schemas/studio/drafts.ts'
import { AskFirst } from '../../operator/sheets/AskFirst.tsx'
import { DRAFTS } from '../parts/draftScreen.ts'
import { useStudio } from '../parts/studioContext.ts'

/** Change of a site that was made, in words, and how to undo it. */
export interface SiteDone {
  words: string
  undo?: () => Promise<string>
}

interface Props {
  site: StudioSite
  onDone: (done: SiteDone) => void
}

/** Deletes the draft of a site, or takes the site offline, each once confirmed. */
export function SiteMenu({ site: { path, live, draft }, onDone }: Props) {
  const { calls } = useStudio()
  const [asked, setAsked] = useState<'remove' | 'take down' | null>(null)
  if (!draft && live.length === 0) return null
  const remove = async () => {
    await calls.remove({ path, revision: draft!.revision })
    onDone({
      words: DRAFTS.removed(path),
      undo: async () => {
        await calls.restore(path)
        return DRAFTS.restoredDraft(path)
      },
    })
  }
  const takeDown = async () => {
    await calls.takeDown(path)
    onDone({ words: DRAFTS.takenDown(path) })
  }
  return (
    <>
      <Menu position="bottom-end" transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={30}
            aria-label={DRAFTS.more(path)}
            title={DRAFTS.more(path)}
          >
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {live.length > 0 && <Menu.Item onClick={() => setAsked('take down')}>{DRAFTS.takeDown}</Menu.Item>}
          {draft && <Menu.Item onClick={() => setAsked('remove')}>{DRAFTS.removeDraft}</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      {asked === 'remove' && (
        <AskFirst
          title={DRAFTS.removeTitle(path)}
          note={DRAFTS.removeNote(live.length > 0)}
          act={DRAFTS.removeAct}
          onAct={remove}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === 'take down' && (
        <AskFirst
          title={DRAFTS.takeDownTitle(path)}
          note={DRAFTS.takeDownNote}
          act={DRAFTS.takeDownAct}
          onAct={takeDown}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}
