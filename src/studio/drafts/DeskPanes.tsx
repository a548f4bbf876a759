import { Alert, Anchor, Button, Tabs, Text } from '@mantine/core'
import {
  IconAlertTriangle,
  IconDatabase,
  IconForms,
  IconHistory,
  IconLanguage,
  IconMessage,
  IconPhoto,
  IconRoute,
  type TablerIcon,
} from '@tabler/icons-react'
import type { Path } from '../../author/complete/cursor.ts'
import { SCREEN } from '../../operator/screenWords.ts'
import { DRAFTS } from '../parts/draftScreen.ts'
import { FILES } from './files/fileScreen.ts'
import { FORM } from '../../texts/studio/formScreen.ts'
import { PAGE } from './page/pageScreen.ts'
import { STUDIO } from '../panes/studioScreen.ts'
import { KnownPane } from '../panes/KnownPane.tsx'
import { ProblemsPane } from '../panes/ProblemsPane.tsx'
import { StepsPane } from '../panes/StepsPane.tsx'
import { LanguagesPane, type LanguagesPaneProps } from './languages/LanguagesPane.tsx'
import { CommentsPane } from './company/CommentsPane.tsx'
import { COMPANY } from './company/companyScreen.ts'
import type { Company } from './company/useCompany.ts'
import { TRANSLATIONS } from './languages/languageScreen.ts'
import { FilesPane } from './files/FilesPane.tsx'
import { FormTab } from './forms/FormTab.tsx'
import type { OpenedPage } from './page/useDraftPage.ts'
import type { DraftKeeper } from './saving/draftKeeper.ts'
import type { EditorHandle } from './TextEditor.tsx'
import type { Checked } from './useProblems.ts'
import { VersionsPane } from './VersionsPane.tsx'

/** Results of the checks. `isUnchecked` is true if the text shown has unsaved changes since. */
type DraftChecked = Checked & { again: () => void; isUnchecked: boolean }

export type DeskTab =
  'form' | 'comments' | 'languages' | 'files' | 'problems' | 'steps' | 'known' | 'versions'

interface Props {
  keeper: DraftKeeper
  path: string
  revision: number
  checked: DraftChecked
  page: OpenedPage
  company: Company
  /** Null before the text has loaded. */
  editor: EditorHandle | null
  tab: DeskTab
  /** Object with a requested form; null once it was shown. */
  wantedForm: Path | null
  onFormShown: () => void
  /** Counter of changes to what is live or pending. */
  live: number
  onTab: (tab: DeskTab) => void
  onOpenForm: (at: Path) => void
  onStep: (step: string) => void
  /** Shows the page in a language, at a step if given. */
  onShowIn: LanguagesPaneProps['onShow']
  onReopen: () => void
}

/** Panes beside the text of a draft. */
export function DeskPanes(props: Props) {
  const { checked, page, company, editor, tab, wantedForm, live } = props
  const { onTab, onOpenForm, onFormShown, onStep, onShowIn } = props
  // The page that a pane describes may be closed.
  const shown = tab === 'known' && !page.state ? 'problems' : tab
  const open = company.comments.filter((comment) => comment.resolved_at === null).length
  const found = checked.isUnchecked ? null : (checked.problems?.length ?? null)
  const tabs: { value: DeskTab; label: string; Icon: TablerIcon; count?: number }[] = [
    { value: 'form', label: FORM.tab, Icon: IconForms },
    { value: 'problems', label: DRAFTS.problems(found), Icon: IconAlertTriangle, count: found ?? 0 },
    { value: 'comments', label: COMPANY.tab(open), Icon: IconMessage, count: open },
    { value: 'languages', label: TRANSLATIONS.tab, Icon: IconLanguage },
    { value: 'steps', label: DRAFTS.steps, Icon: IconRoute },
    ...(page.state ? [{ value: 'known' as const, label: PAGE.known, Icon: IconDatabase }] : []),
    { value: 'files', label: FILES.tab, Icon: IconPhoto },
    { value: 'versions', label: DRAFTS.versions, Icon: IconHistory },
  ]
  return (
    <section className="pane" aria-label={DRAFTS.beside}>
      <Tabs value={shown} onChange={(next) => onTab(next as DeskTab)} keepMounted={false}>
        <Tabs.List>
          {tabs.map(({ value, label, Icon, count = 0 }) => (
            <Tabs.Tab key={value} value={value} aria-label={label} title={label}>
              <Icon size={16} aria-hidden />
              {value === shown ? (
                <span>{label.replace(/ \(.*/, '')}</span>
              ) : (
                count > 0 && <i data-count={count} />
              )}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="form" pt="sm">
          {editor && (
            <FormTab
              editor={editor}
              problems={checked.problems ?? []}
              wanted={wantedForm}
              onShown={onFormShown}
            />
          )}
        </Tabs.Panel>
        <Tabs.Panel value="comments" pt="sm">
          {editor && (
            <CommentsPane
              editor={editor}
              path={props.path}
              company={company}
              onOpen={(at, step) => {
                onOpenForm(at)
                onStep(step)
              }}
            />
          )}
        </Tabs.Panel>
        <Tabs.Panel value="problems" pt="sm">
          <DraftProblems {...checked} onOpenForm={onOpenForm} />
        </Tabs.Panel>
        <Tabs.Panel value="steps" pt="sm">
          {page.state && page.state.steps.length > 0 ? (
            <StepsPane steps={page.state.steps} onGo={onStep} />
          ) : (
            <DraftSteps {...checked} />
          )}
        </Tabs.Panel>
        {page.state && (
          <Tabs.Panel value="known" pt="sm">
            <KnownPane state={page.state} />
          </Tabs.Panel>
        )}
        <Tabs.Panel value="languages" pt="sm">
          {editor && (
            <div className="languages-pane">
              <LanguagesPane editor={editor} onShow={onShowIn} />
            </div>
          )}
        </Tabs.Panel>
        <Tabs.Panel value="files" pt="sm">
          {editor && <FilesPane {...props} editor={editor} problems={checked.problems ?? []} />}
        </Tabs.Panel>
        <Tabs.Panel value="versions" pt="sm">
          <VersionsPane key={live} {...props} />
        </Tabs.Panel>
      </Tabs>
    </section>
  )
}

type ProblemsProps = DraftChecked & { onOpenForm: (at: Path) => void }

function DraftProblems({ problems, isUnchecked, isChecking, failure, again, onOpenForm }: ProblemsProps) {
  return (
    <ProblemsPane
      problems={problems ?? []}
      flowFile={DRAFTS.flowFile}
      below={({ file, code, at }) =>
        file === undefined &&
        code !== 'not_json' && (
          <Anchor component="button" type="button" size="sm" onClick={() => onOpenForm(at)}>
            {FORM.openOfProblem}
          </Anchor>
        )
      }
    >
      {isUnchecked ? (
        <Alert color="yellow">{DRAFTS.notChecked(problems !== null && problems.length > 0)}</Alert>
      ) : failure !== null ? (
        <Alert color="red">
          {DRAFTS.checkFailed(failure)}{' '}
          <Button size="compact-xs" variant="default" onClick={again}>
            {SCREEN.retry}
          </Button>
        </Alert>
      ) : isChecking ? (
        <Text size="sm" c="dimmed">
          {DRAFTS.checking}
        </Text>
      ) : (
        problems?.length === 0 && <Text size="sm">{STUDIO.noProblems}</Text>
      )}
    </ProblemsPane>
  )
}

function DraftSteps({ steps, areStepsCurrent, isChecking }: Checked) {
  return (
    <>
      <div role="status">
        {steps ? (
          !areStepsCurrent && (
            <Text size="sm" c="dimmed">
              {DRAFTS.staleSteps}
            </Text>
          )
        ) : (
          <Text size="sm" c="dimmed">
            {isChecking ? DRAFTS.checking : DRAFTS.noSteps}
          </Text>
        )}
      </div>
      <StepsPane steps={steps ?? []} onGo={null} />
    </>
  )
}
