import { Button, ColorInput, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { MakeSite } from '../../../../schemas/studio/drafts.ts'
import { TEMPLATE_KEYS, type TemplateKey } from '../../../../schemas/studio/templateKeys.ts'
import type { StepSketch } from '../../../author/edit/stepSketch.ts'
import { useAction } from '../../../operator/loading/useAction.ts'
import { MiddleSheet } from '../../../operator/sheets/Sheet.tsx'
import { SheetEnd } from '../../../operator/sheets/SheetEnd.tsx'
import { SHARED } from '../../../texts/templates/sharedWords.ts'
import { TEMPLATES, type TemplateQuestion } from '../../../texts/templates/templateWords.ts'
import { StepThumb } from '../../parts/StepThumb.tsx'
import { useStudio } from '../../parts/studioContext.ts'
import { companyOf, isComplete, NO_COMPANY, pathOf } from './enteredSite.ts'
import { NEW_SITE } from './newSiteScreen.ts'
import './newSite.css'

interface Props {
  /** Site to copy; null for a new one of a template. */
  copyOf: string | null
  onClose: () => void
}

/** Makes a site of a template, or a copy of another one, and opens its draft. */
export function NewSiteSheet({ copyOf, onClose }: Props) {
  const { calls } = useStudio()
  const navigate = useNavigate()
  const { isBusy, failure, run } = useAction()
  const [template, setTemplate] = useState<TemplateKey>('claims')
  const [name, setName] = useState('')
  const [typedPath, setPath] = useState<string | null>(null)
  const [accent, setAccent] = useState<string>(ACCENTS[0])
  const [company, setCompany] = useState(NO_COMPANY)
  const [isTried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const path = typedPath ?? pathOf(name)
  const faults = {
    name: name.trim() === '' ? NEW_SITE.nameMissing : null,
    path: PATH.test(path) ? null : NEW_SITE.pathWrong,
    company: isComplete(company) ? null : NEW_SITE.companyPart,
    phone: company.phone === '' || companyOf(company)?.phone ? null : NEW_SITE.phoneWrong,
  }
  const shown = (fault: string | null) => isTried && fault
  const create = () => {
    setTried(true)
    if (Object.values(faults).some((fault) => fault !== null))
      return setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
    const given = companyOf(company)
    const made: MakeSite =
      copyOf === null
        ? { path, name: name.trim(), template, accent, ...(given && { company: given }) }
        : { path, name: name.trim(), copy_of: copyOf }
    void run(() => calls.makeSite(made).then(() => navigate(`/${path}`)))
  }
  return (
    <MiddleSheet
      opened
      onClose={onClose}
      title={copyOf === null ? NEW_SITE.title : NEW_SITE.duplicateOf(copyOf)}
      size={copyOf === null ? '980px' : 'md'}
    >
      <form
        ref={form}
        className="new-site"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          create()
        }}
      >
        <Text size="sm" c="dimmed">
          {copyOf === null ? NEW_SITE.about : NEW_SITE.duplicateAbout(copyOf)}
        </Text>
        <div className="new-site-parts">
          {copyOf === null && (
            <TemplateCards
              chosen={template}
              accent={accent}
              brand={name.trim() || NEW_SITE.brand}
              onChoose={setTemplate}
            />
          )}
          <div className="new-site-fields">
            <TextInput
              label={NEW_SITE.name}
              description={NEW_SITE.nameNote}
              data-autofocus
              maxLength={60}
              value={name}
              error={shown(faults.name)}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
            <TextInput
              label={NEW_SITE.path}
              description={NEW_SITE.pathNote(location.host, path)}
              maxLength={100}
              value={path}
              error={shown(faults.path)}
              onChange={({ currentTarget }) => setPath(currentTarget.value)}
            />
            {copyOf === null && (
              <>
                <ColorInput
                  label={NEW_SITE.accent}
                  description={NEW_SITE.accentNote}
                  format="hex"
                  withEyeDropper={false}
                  swatches={[...ACCENTS]}
                  value={accent}
                  onChange={(color) =>
                    setAccent(/^#[0-9a-f]{6}$/i.test(color) ? color.toLowerCase() : accent)
                  }
                />
                <CompanyFields
                  company={company}
                  onChange={setCompany}
                  partFault={shown(faults.company)}
                  phoneFault={shown(faults.phone)}
                />
              </>
            )}
          </div>
        </div>
        <div className="confirm">
          <SheetEnd failure={failure} onCancel={onClose}>
            <Button type="submit" loading={isBusy}>
              {NEW_SITE.create}
            </Button>
          </SheetEnd>
        </div>
      </form>
    </MiddleSheet>
  )
}

const PATH = /^[a-z0-9][a-z0-9-]{0,99}$/
const ACCENTS = ['#1a56b0', '#0f766e', '#9a3412', '#1d4d39', '#6d28d9', '#1e3a8a'] as const

interface CardsProps {
  chosen: TemplateKey
  accent: string
  brand: string
  onChoose: (template: TemplateKey) => void
}

function TemplateCards({ chosen, accent, brand, onChoose }: CardsProps) {
  return (
    <fieldset className="template-cards">
      <legend>{NEW_SITE.template}</legend>
      {TEMPLATE_KEYS.map((key) => {
        const { name, about, questions } = TEMPLATES[key]
        return (
          <label key={key} className="template-card">
            <input
              type="radio"
              name="template"
              value={key}
              checked={key === chosen}
              onChange={() => onChoose(key)}
            />
            <StepThumb sketch={sketchOf(questions[0])} brand={brand} accent={accent} width={124} />
            <strong>{name}</strong>
            <small>{about}</small>
          </label>
        )
      })}
    </fieldset>
  )
}

const KINDS = { cards: 'card', list: 'radio', several: 'check', slider: 'slider' } as const

function sketchOf({ label, hint, as, options = [] }: TemplateQuestion): StepSketch {
  const kind = KINDS[as]
  const answers = as === 'slider' ? [''] : options.map(([text]) => text)
  const parts = answers.map((text) => ({ kind, text }))
  const goOn = as === 'cards' ? [] : [{ kind: 'button' as const, text: SHARED.next[0] }]
  return { title: label[0], hint: hint[0], parts: [...parts, ...goOn] }
}

interface CompanyProps {
  company: typeof NO_COMPANY
  partFault: string | false | null
  phoneFault: string | false | null
  onChange: (company: typeof NO_COMPANY) => void
}

function CompanyFields({ company, partFault, phoneFault, onChange }: CompanyProps) {
  const field = (key: keyof typeof NO_COMPANY, label: string, error: string | false | null = null) => (
    <TextInput
      label={label}
      maxLength={80}
      value={company[key]}
      error={error}
      onChange={({ currentTarget }) => onChange({ ...company, [key]: currentTarget.value })}
    />
  )
  return (
    <fieldset className="new-site-company">
      <legend>{NEW_SITE.company}</legend>
      <Text size="xs" c="dimmed">
        {NEW_SITE.companyNote}
      </Text>
      {field('name', NEW_SITE.companyName, partFault)}
      <SimpleGrid cols={2} spacing="xs">
        {field('street', NEW_SITE.street)}
        {field('city', NEW_SITE.city)}
      </SimpleGrid>
      {field('phone', NEW_SITE.phone, phoneFault)}
    </fieldset>
  )
}
