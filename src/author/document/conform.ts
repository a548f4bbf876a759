import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { FlowDocument } from '../../../schemas/flow/flow.ts'
import { forEditors } from '../../../schemas/editors.ts'
import type { Problem } from '../../../schemas/author/problem.ts'
import { meantWord, nearest } from '../kernel/nearest.ts'
import { explain } from './explainErrors.ts'
import { meantBy } from './wording.ts'
import { DOCUMENT_PROBLEMS } from '../kernel/documentProblems.ts'

type Path = Problem['at']

/** Checks that a document conforms to the flow schema. One problem per mistake: an element is compared only with the shape of its type
 *  and widget, and a part of a rule only with a comparison or a rule. */
export function conform(document: unknown): Problem[] {
  const { frame } = (shapes ??= compile())
  return [
    ...problemsWith(frame, document, []),
    ...listsIn(document, QUESTIONS).flatMap(({ list, at }) => elements(list, at)),
    ...[...listsIn(document, DISPLAY_RULES), ...listsIn(document, ACTION_RULES)].flatMap(({ list, at }) =>
      list.flatMap((rule, index) => ruleProblems(rule, [...at, index])),
    ),
  ]
}

interface Shapes {
  /** Schema of the document, with any elements. */
  frame: ValidateFunction
  /** An element's shape by type, then by widget; '' for a type that has no widgets. */
  elements: Map<string, Map<string, ValidateFunction>>
  /** Schema of a rule, with any conditions. */
  rule: ValidateFunction
  condition: ValidateFunction
}

interface ElementSchema {
  properties: { type: { const: string }; widget?: { const: string } }
}

let shapes: Shapes | undefined

/** Compiled for the first document, as it takes 60 ms that other processes need not spend. */
function compile(): Shapes {
  // The schemas are tested, so that they need not be checked by a schema of schemas, which takes longer to compile than they do.
  const ajv = new Ajv({ allErrors: true, verbose: true, meta: false, validateSchema: false })
  const { $defs, ...root } = forEditors(FlowDocument)
  const anything = { $defs: { Element: true, Rule: true } }
  const byType = new Map<string, Map<string, ValidateFunction>>()
  const { Element, Rule } = $defs as { Element: { anyOf: ElementSchema[] }; Rule: RuleSchema }
  for (const schema of Element.anyOf) {
    const { type, widget } = schema.properties
    const widgets = byType.get(type.const) ?? new Map<string, ValidateFunction>()
    byType.set(type.const, widgets.set(widget?.const ?? '', ajv.compile({ ...schema, ...anything })))
  }
  const { conditions, ...rest } = Rule.properties
  return {
    frame: ajv.compile({ ...root, ...anything }),
    elements: byType,
    rule: ajv.compile({ ...Rule, properties: { ...rest, conditions: { ...conditions, items: true } } }),
    condition: ajv.compile(conditions.items.anyOf[0]),
  }
}

/** Source: schemas/kernel/rule.ts. */
interface RuleSchema {
  properties: { operator: object; conditions: { items: { anyOf: [condition: object, rule: object] } } }
}

function ruleProblems(rule: unknown, at: Path): Problem[] {
  if (isRecord(rule) && 'field' in rule && !('conditions' in rule))
    return [
      {
        code: 'wrong_type',
        at,
        ...DOCUMENT_PROBLEMS.notARule,
      },
    ]
  const shape = (shapes ??= compile()).rule
  return [
    ...problemsWith(shape, rule, at),
    ...list(member(rule, 'conditions')).flatMap((part, index) =>
      partProblems(part, [...at, 'conditions', index]),
    ),
  ]
}

/** An entry with an operator is, or was meant to be, a rule; anything else is a comparison. */
function partProblems(part: unknown, at: Path): Problem[] {
  const joins = isRecord(part) && !('field' in part) && ('operator' in part || 'conditions' in part)
  return joins ? ruleProblems(part, at) : problemsWith((shapes ??= compile()).condition, part, at)
}

function elements(list: unknown[], at: Path): Problem[] {
  return list.flatMap((element, index) => elementProblems(element, [...at, index]))
}

function elementProblems(element: unknown, at: Path): Problem[] {
  if (!isRecord(element)) return [{ code: 'wrong_type', at, ...DOCUMENT_PROBLEMS.notAnElement }]
  const byType = (shapes ??= compile()).elements
  const widgets = byType.get(wordOf(element, 'type'))
  if (!widgets) return [misnamed(element, 'type', byType.keys(), at)]
  const validate = widgets.get('') ?? widgets.get(wordOf(element, 'widget'))
  if (!validate) return [misplaced(element, at) ?? misnamed(element, 'widget', widgets.keys(), at)]
  const own = problemsWith(validate, element, at)
  return element['widget'] === 'group' && Array.isArray(element['elements'])
    ? [...own, ...elements(element['elements'], [...at, 'elements'])]
    : own
}

/** The word at `key`; '' if it is not text. */
function wordOf(element: Record<string, unknown>, key: 'type' | 'widget'): string {
  const word = element[key]
  return typeof word === 'string' ? word : ''
}

/** Problem for a missing or misspelled word that tells elements apart, or for one under a misspelled key. */
function misnamed(
  element: Record<string, unknown>,
  key: 'type' | 'widget',
  words: Iterable<string>,
  at: Path,
): Problem {
  const known = [...words]
  const value = element[key]
  if (value === undefined) {
    const misspelt = nearest(
      key,
      Object.keys(element).filter((other) => other !== 'type'),
    )
    if (misspelt !== undefined)
      return {
        code: 'unknown_key',
        at: [...at, misspelt],
        ...DOCUMENT_PROBLEMS.misspeltKey(misspelt, key),
        correction: { written: misspelt, right: key },
      }
    return {
      code: 'missing_key',
      at: [...at, key],
      ...DOCUMENT_PROBLEMS.kindMissing(key, known.join(', ')),
    }
  }
  const meant = typeof value === 'string' ? meantBy(value, known) : undefined
  const named = key === 'type' && typeof value === 'string' ? typeOf(value) : undefined
  return {
    code: 'unknown_value',
    at: [...at, key],
    ...DOCUMENT_PROBLEMS.unknownKind(
      key,
      JSON.stringify(value),
      key === 'widget' ? DOCUMENT_PROBLEMS.ofType(JSON.stringify(element['type'])) : '',
    ),
    ...(named !== undefined
      ? { hint: DOCUMENT_PROBLEMS.writeType(named, JSON.stringify(value)) }
      : meant !== undefined
        ? meantWord(value as string, meant)
        : {
            hint: DOCUMENT_PROBLEMS.kindsAre(
              key === 'type'
                ? DOCUMENT_PROBLEMS.types
                : DOCUMENT_PROBLEMS.widgetsOf(JSON.stringify(element['type'])),
              known.join(', '),
            ),
          }),
  }
}

/** The type of a widget. */
function typeOf(widget: string): string | undefined {
  return [...(shapes ??= compile()).elements].find(([, widgets]) => widgets.has(widget))?.[0]
}

/** Problem for a known widget with the wrong type. */
function misplaced(element: Record<string, unknown>, at: Path): Problem | undefined {
  const widget = element['widget']
  const owner = typeof widget === 'string' ? typeOf(widget) : undefined
  if (owner === undefined) return undefined
  return {
    code: 'unknown_value',
    at: [...at, 'type'],
    ...DOCUMENT_PROBLEMS.widgetOfOtherType(String(widget), String(element['type']), owner),
    correction: { written: String(element['type']), right: owner },
  }
}

function problemsWith(validate: ValidateFunction, value: unknown, at: Path): Problem[] {
  return validate(value) ? [] : explain(validate.errors as ErrorObject[], at)
}

/** Path from `ui_config` to lists of one kind; '*' matches any key or index. */
const QUESTIONS = ['offers', '*', 'steps', '*', 'questions']
const DISPLAY_RULES = ['offers', '*', 'steps', '*', 'display_rules']
const ACTION_RULES = ['offers', '*', 'steps', '*', 'execute_actions', '*', 'rules']

function listsIn(document: unknown, way: readonly string[]): { list: unknown[]; at: Path }[] {
  let places: { value: unknown; at: Path }[] = [{ value: member(document, 'ui_config'), at: ['ui_config'] }]
  for (const key of way)
    places = places.flatMap(({ value, at }) =>
      (key === '*' ? members(value) : [[key, member(value, key)] as const]).map(([name, value]) => ({
        value,
        at: [...at, name],
      })),
    )
  return places.flatMap(({ value, at }) => (Array.isArray(value) ? [{ list: value as unknown[], at }] : []))
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function member(value: unknown, key: string): unknown {
  return isRecord(value) ? value[key] : undefined
}

function members(value: unknown): (readonly [string | number, unknown])[] {
  if (Array.isArray(value)) return value.map((item, index) => [index, item] as const)
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
