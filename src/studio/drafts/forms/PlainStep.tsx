import { Textarea } from '@mantine/core'
import type { Path } from '../../../author/complete/cursor.ts'
import { list, valueAt } from '../../../author/complete/shapes.ts'
import { stepWords, type StepText } from '../../../author/edit/stepWords.ts'
import { sendingOf } from '../../../author/forms/labels.ts'
import type { ReadText } from '../../../author/forms/readText.ts'
import { editsFor } from '../../../author/forms/textEdits.ts'
import { FORM } from '../../../texts/studio/formScreen.ts'
import { RuleBuilder } from './RuleBuilder.tsx'
import type { EditorHandle } from '../TextEditor.tsx'

interface Props {
  editor: EditorHandle
  read: ReadText
  /** The step. */
  at: Path
  isReadOnly: boolean
  /** Shows a place in the text. */
  onJson: (at: Path) => void
}

/** A step in plain words: its question and answers, when it is shown, and what happens next. */
export function PlainStep({ editor, read, at, isReadOnly, onJson }: Props) {
  const { document } = read
  const { question, help, answers, buttons } = stepWords(document, at)
  const rules = list(valueAt(document, [...at, 'display_rules']))
  const sending = sendingOf(document, valueAt(document, at))
  const isHidden = valueAt(document, [...at, 'type']) === 'hidden'
  const write = ({ at: place }: StepText, value: string) =>
    editor.change(
      editsFor(read, [{ at: place, value: value === '' && place.at(-1) === 'hint' ? undefined : value }]),
      JSON.stringify(place),
    )
  const field = (label: string, text: StepText) => (
    <Textarea
      key={JSON.stringify(text.at)}
      label={label}
      size="sm"
      autosize
      value={text.text}
      readOnly={isReadOnly}
      onChange={({ currentTarget }) => write(text, currentTarget.value.replaceAll('\n', ' '))}
    />
  )
  return (
    <div className="step-form">
      {isHidden && (
        <section>
          <h3>{FORM.step.does}</h3>
          <p>{sending ?? FORM.step.doesNothing}</p>
          <p className="form-about">{FORM.step.hidden}</p>
        </section>
      )}
      {!isHidden && question && field(FORM.step.question, question)}
      {!isHidden && field(FORM.step.help, help)}
      {answers.length > 0 && (
        <fieldset>
          <legend>{FORM.step.answers}</legend>
          {answers.map((answer, index) => field(FORM.step.answer(index + 1), answer))}
        </fieldset>
      )}
      {buttons.map((button) => field(FORM.step.button, button))}
      <section>
        <h3>{isHidden ? FORM.step.runsWhen : FORM.step.shownWhen}</h3>
        <RuleBuilder
          key={JSON.stringify(at)}
          {...{ document, rules, isReadOnly }}
          step={at}
          onChange={(next, isTyped) => {
            const place = [...at, 'display_rules']
            editor.change(
              editsFor(read, [{ at: place, value: next.length === 0 ? undefined : next }]),
              isTyped ? JSON.stringify(place) : undefined,
            )
          }}
          onJson={(index) => onJson([...at, 'display_rules', index])}
        />
      </section>
      {!isHidden && (
        <section>
          <h3>{FORM.step.next}</h3>
          <p>{sending ?? FORM.step.goesOn}</p>
        </section>
      )}
    </div>
  )
}
