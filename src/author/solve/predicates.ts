import type { ComputedField, Flow } from '../../../schemas/flow/flow.ts'
import type { Condition, Rule } from '../../../schemas/kernel/rule.ts'
import { COMPUTATIONS, parameterOf } from '../../flow/answers/computations.ts'
import { holds } from '../../flow/rules.ts'
import { EVERYTHING, NOTHING, type Node } from './diagram.ts'
import { SOURCES } from './sources.ts'
import { computedField } from '../../flow/answers/computations.ts'
import { tabulate, type Column } from './table.ts'
import type { Field, Space } from './space.ts'

/** Conditions of rules and proofs, as sets of states. */
export interface Predicates {
  /** States in which a rule holds. */
  rule: (rule: Rule) => Node
  /** States in which a field, computed or answered, has a value. */
  known: (field: string) => Node
  /** States in which a field has one of these texts. */
  has: (field: string, values: ReadonlySet<string>) => Node
  /** Values that a computed field has among states; null for no value. */
  valuesOf: (field: string, states: Node) => (string | null)[]
}

export function predicatesOf(flow: Flow, space: Space): Predicates {
  const { diagram, fields } = space
  const rules = new Map<Rule, Node>()
  const outcomes = new Map<string, Map<string | null, Node>>()

  const ruleNode = (rule: Rule): Node => {
    const known = rules.get(rule)
    if (known !== undefined) return known
    const parts = rule.conditions.map((part: Rule | Condition) =>
      'conditions' in part ? ruleNode(part) : conditionNode(part),
    )
    const node =
      parts.length === 0 ? EVERYTHING : rule.operator === 'or' ? diagram.or(...parts) : diagram.and(...parts)
    rules.set(rule, node)
    return node
  }

  const conditionNode = (condition: Condition): Node => {
    const test = (value: string | string[] | null) =>
      holds({ operator: null, conditions: [condition] }, value === null ? {} : { [condition.field]: value })
    const computed = computedField(flow, condition.field)
    if (computed) {
      const nodes = [...computedNodes(condition.field, computed)]
      return diagram.or(...nodes.flatMap(([value, node]) => (test(value) ? node : [])))
    }
    const field = fields.get(condition.field)
    return field ? fieldNode(field, test) : test(null) ? EVERYTHING : NOTHING
  }

  /** A field's value is a text, a list, or nothing. */
  const fieldNode = (
    { text, cells, ticks }: Field,
    test: (value: string | string[] | null) => boolean,
  ): Node => {
    const texts = cells.flatMap(([value = ''], index) => (test(value) ? index + 1 : []))
    const empty = diagram.and(...ticks.map(({ level }) => diagram.among(level, [0])))
    const listed = diagram.and(diagram.not(empty), lists(ticks, test))
    return diagram.or(
      diagram.among(text, texts),
      diagram.and(diagram.among(text, [0]), diagram.or(listed, test(null) ? empty : NOTHING)),
    )
  }

  /** A comparison accepts a list for one of its items or, if negated, refuses it for one. */
  const lists = (ticks: Field['ticks'], test: (value: string[]) => boolean): Node => {
    const other = test([NO_OPTION])
    const telling = ticks.filter(({ options }) => test([options[0]!]) !== other)
    const some = diagram.or(...telling.map(({ level }) => diagram.among(level, [1])))
    return other ? diagram.not(some) : some
  }

  /** States by value of a computed field, including no value. */
  const computedNodes = (name: string, computed: ComputedField): Map<string | null, Node> => {
    const known = outcomes.get(name)
    if (known) return known
    const found = tabulated(computed)
    outcomes.set(name, found)
    return found
  }

  const tabulated = (field: ComputedField): Map<string | null, Node> => {
    const { compute, from = [] } = field
    const { today } = SOURCES[compute]
    const parameter = parameterOf(field) ?? ''
    const given = space.parameters.get(parameter)
    const { compute: evaluate, total } = COMPUTATIONS[compute]
    if (evaluate === 'server') return new Map([[null, EVERYTHING]])
    const sources = from.map((name) => fields.get(name))
    const columns: Column[] = sources.flatMap((field) =>
      field ? { level: field.text, size: field.cells.length + 1 } : [],
    )
    if (today && space.today) columns.push({ level: space.today.level, size: space.today.days.length })
    if (given) columns.push({ level: given.level, size: given.values.length })
    return tabulate(diagram, columns, (cells) => {
      let column = 0
      const answers = sources.map((field) => field?.cells[cells[column++]! - 1]?.[0] ?? null)
      const day = today && space.today ? space.today.days[cells[column++]!]! : ''
      const query = given ? { [parameter]: given.values[cells[column]!]! } : {}
      if (!total && answers.includes(null)) return null
      const value = evaluate(
        answers.map((answer) => answer ?? ''),
        { today: day, query },
        parameter,
      )
      return value === '' ? null : value
    })
  }

  const known = (name: string): Node => {
    const computed = computedField(flow, name)
    if (computed) return diagram.not(computedNodes(name, computed).get(null) ?? NOTHING)
    const field = fields.get(name)
    return field ? fieldNode(field, (value) => value !== null) : NOTHING
  }

  const has = (name: string, values: ReadonlySet<string>): Node => {
    const field = fields.get(name)
    return field ? fieldNode(field, (value) => typeof value === 'string' && values.has(value)) : NOTHING
  }

  const valuesOf = (name: string, states: Node): (string | null)[] => {
    const computed = computedField(flow, name)
    const nodes = computed ? [...computedNodes(name, computed)] : []
    return nodes.flatMap(([value, node]) => (diagram.and(states, node) === NOTHING ? [] : [value]))
  }

  return { rule: ruleNode, known, has, valuesOf }
}

/** A value that no option records: control characters cannot be typed into a flow unescaped. */
const NO_OPTION = '\u0000'
