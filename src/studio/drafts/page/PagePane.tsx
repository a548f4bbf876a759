import { Alert, Button, Loader } from '@mantine/core'
import { IconPointer } from '@tabler/icons-react'
import { useState } from 'react'
import type { Picked } from '../../../author/forms/pickedPlace.ts'
import { reasonOf } from '../../../operator/loading/operatorCalls.ts'
import { Notice } from '../../../operator/loading/Notice.tsx'
import type { Located } from '../../../../schemas/author/problem.ts'
import { PAGE } from './pageScreen.ts'
import { STUDIO } from '../../panes/studioScreen.ts'
import { PageFrame } from '../../panes/PageFrame.tsx'
import { PageTools } from '../../panes/PageTools.tsx'
import { Place } from '../../panes/Place.tsx'
import type { PageViewing } from '../../panes/usePageView.ts'
import type { OpenedPage } from './useDraftPage.ts'

interface Props {
  page: OpenedPage
  viewing: PageViewing
  /** First error of the text. */
  error: Located | undefined
  /** Called with the clicked part of the page, while that is requested. */
  onPick: (picked: Picked) => void
}

/** Page of the draft, as visitors would see it. */
export function PagePane({
  page: { standing, state, reason, lost, open, begin },
  viewing,
  error,
  onPick,
}: Props) {
  const [isPicking, setPicking] = useState(false)
  const pick = (picked: Picked) => {
    setPicking(false)
    onPick(picked)
  }
  return (
    <section className="desk-page" aria-label={STUDIO.page}>
      {state && (
        <div className="page-tools">
          <PageTools viewing={viewing} languages={state.languages} small />
          <Button
            size="xs"
            variant={isPicking ? 'filled' : 'default'}
            aria-pressed={isPicking}
            title={PAGE.pickHint}
            leftSection={<IconPointer size={16} />}
            onClick={() => setPicking(!isPicking)}
          >
            {PAGE.pick}
          </Button>
        </div>
      )}
      <div role="status">
        {lost !== null && <Alert color="red">{PAGE.lost(lost)}</Alert>}
        {state?.isOutdated && (
          <Alert color="yellow">
            {PAGE.outdated} {error && <Place at={error}>{PAGE.place(error)}</Place>}
          </Alert>
        )}
      </div>
      {standing === 'closed' ? (
        <Notice title={PAGE.closed} urgent action={{ label: PAGE.again, act: open }}>
          {reason}
        </Notice>
      ) : state ? (
        <div className="stage">
          <PageFrame
            view={viewing.view}
            edition={state.edition}
            begin={begin}
            reasonOf={reasonOf}
            sandbox="allow-scripts allow-forms"
            onPick={isPicking ? pick : undefined}
          />
        </div>
      ) : (
        <div className="page-opening" aria-busy="true">
          <Loader aria-hidden />
          <p role="status">{PAGE.opening}</p>
        </div>
      )}
    </section>
  )
}
