import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { FlowDocument } from '../../../schemas/flow/flow.ts'
import { forEditors } from '../../../schemas/editors.ts'
import type { Located } from '../../../schemas/author/problem.ts'
import { IN_FULL } from '../../inFull.ts'
import { besides } from '../../../src/author/document/checkFiles.ts'
import { ICONS } from '../../../src/author/document/iconFiles.ts'
import { problemsOf } from '../../../src/author/problemsOf.ts'
import { mended } from './mended.ts'

const BROKEN = new URL('../../../fixtures/broken/', import.meta.url)
/** Visitors come on any day of this year and the next. */
const TODAY = '2026-11-20'
const SITES = new URL('../../../fixtures/sites/', import.meta.url)
const read = (name: string) => readFileSync(new URL(`${name}.json`, BROKEN), 'utf8')

/** File, line and column of its one flaw. A file is named after the problem's code; a part after a hyphen tells several files of one code
 *  apart. */
const FLAWS: [string, number, number][] = [
  ['not_json', 35, 3],
  ['not_json-comment', 122, 3],
  ['key_twice', 40, 5],
  ['number_rounded', 110, 45],
  ['missing_key', 35, 3],
  ['missing_key-of-a-quote', 121, 19],
  ['missing_key-landing', 124, 39],
  ['unknown_key', 115, 13],
  ['unknown_key-extra', 121, 5],
  ['unknown_key-of-element', 107, 17],
  ['unknown_key-for-widget', 107, 17],
  ['bad_key', 33, 7],
  ['wrong_type', 46, 17],
  ['unknown_value', 88, 67],
  ['unknown_value-of-widget', 75, 27],
  ['unknown_value-of-type', 74, 25],
  ['bad_form', 37, 14],
  ['empty', 122, 3],
  ['empty-of-spaces', 13, 18],
  ['empty-name-of-a-quote', 123, 29],
  ['style_missing', 37, 14],
  ['too_long', 59, 25],
  ['too_long-quote', 122, 30],
  ['too_long-landing', 124, 17],
  ['too_many', 107, 19],
  ['repeated', 122, 3],
  ['unknown_question', 104, 33],
  ['unknown_answer', 57, 30],
  ['answers_missing', 91, 33],
  ['no_options', 69, 30],
  ['no_value', 57, 30],
  ['option_twice', 19, 57],
  ['option_twice-by-text', 19, 25],
  ['validation_misfit', 78, 78],
  ['validation_misfit-external', 93, 82],
  ['no_bound', 106, 87],
  ['unused_bound', 106, 73],
  ['no_field', 106, 68],
  ['unused_field', 106, 94],
  ['odd_mask', 107, 25],
  ['exclusive_misfit', 20, 86],
  ['separator_in_value', 26, 62],
  ['exclusive_twice', 20, 86],
  ['exclusive_alone', 17, 86],
  ['slider_scale', 107, 24],
  ['slider_scale-downwards', 107, 24],
  ['slider_scale-too-fine', 108, 25],
  ['slider_scale-start', 109, 26],
  ['validation_misfit-slider', 109, 78],
  ['mask_misfit', 107, 25],
  ['mask_misfit-email', 107, 25],
  ['mask_misfit-external', 107, 25],
  ['mask_misfit-number', 107, 25],
  ['validations_clash', 106, 87],
  ['validations_clash-bounds', 110, 21],
  ['validations_clash-external', 106, 101],
  ['unknown_offer', 122, 19],
  ['offer_not_in_order', 119, 7],
  ['step_twice', 113, 21],
  ['hidden_step_asks', 88, 13],
  ['call_anyway_consent', 88, 13],
  ['no_title', 112, 11],
  ['no_submit', 98, 11],
  ['field_twice', 109, 15],
  ['field_twice-by-an-option', 73, 15],
  ['field_twice-by-two-options', 73, 15],
  ['field_twice-by-a-vehicle', 89, 15],
  ['mixed_field', 19, 72],
  ['computed_answer', 41, 17],
  ['lead_name', 32, 95],
  ['lead_name-computed', 41, 17],
  ['lead_name-of-an-option', 19, 72],
  ['unknown_field', 86, 61],
  ['unknown_field-in-basic_fields', 40, 29],
  ['unknown_field-in-from', 41, 64],
  ['unknown_field-in-action', 120, 34],
  ['unknown_field-in-nested-rule', 94, 34],
  ['unknown_field-in-validation', 107, 83],
  ['unknown_field-in-buyer', 42, 69],
  ['unknown_field-in-come_back', 129, 26],
  ['unknown_field-in-confirm_lead', 129, 29],
  ['server_field', 86, 61],
  ['server_field-in-from', 43, 61],
  ['server_field-in-basic_fields', 40, 29],
  ['unknown_option', 86, 98],
  ['text_order', 86, 96],
  ['unknown_option-in-nested-rule', 94, 70],
  ['unknown_value-in-nested-rule', 91, 33],
  ['unknown_key-in-nested-rule', 92, 21],
  ['rule_too_deep', 110, 47],
  ['unknown_buyer', 115, 67],
  ['buyers_unsaid', 115, 33],
  ['unknown_partner_host', 124, 25],
  ['unknown_partner_host-none-named', 123, 25],
  ['design_lacks', 100, 23],
  ['thank_you_asks', 107, 13],
  ['banner_not_shown', 122, 17],
  ['company_missing', 96, 5],
  ['sample_text', 27, 18],
  ['promise_and_landing', 122, 18],
  ['unknown_document', 120, 84],
  ['document_twice', 124, 42],
  ['unknown_placeholder-in-site', 120, 23],
  ['bad_form-phone', 122, 16],
  ['low_contrast', 122, 38],
  ['low_contrast-of-the-ground', 122, 40],
  ['bad_form-color', 122, 39],
  ['bad_form-fonts', 122, 30],
  ['file_missing', 122, 25],
  ['file_broken', 122, 25],
  ['picture_small', 122, 65],
  ['file_missing-picture', 119, 25],
  ['file_missing-of-a-face', 124, 42],
  ['file_missing-landing', 124, 30],
  ['file_broken-picture', 119, 25],
  ['picture_cut', 119, 25],
  ['picture_pixels', 119, 25],
  ['picture_pixels-of-a-face', 124, 42],
  ['picture_animated', 119, 25],
  ['picture_shape', 119, 25],
  ['picture_blurred', 119, 25],
  ['picture_blurred-landing', 124, 30],
  ['bad_form-svg', 119, 25],
  ['bad_form-rating', 124, 31],
  ['alt_missing', 116, 87],
  ['alt_missing-landing', 124, 50],
  ['alt_not_read', 120, 24],
  ['alt_repeats', 116, 87],
  ['alt_repeats-of-a-card', 59, 58],
  ['pictures_uneven', 61, 15],
  ['picture_and_icon', 59, 25],
  ['picture_not_shown', 18, 68],
  ['font_lacks', 122, 83],
  ['unused_font', 122, 57],
  ['unknown_font', 122, 65],
  ['form_missing', 122, 84],
  ['brand_in_text', 38, 36],
  ['wrong_from', 41, 61],
  ['wrong_parameter', 41, 17],
  ['wrong_parameter-unused', 41, 70],
  ['wrong_parameter-of-ours', 41, 74],
  ['list_in_from', 41, 64],
  ['unsafe_html', 116, 64],
  ['unsafe_html-link', 116, 64],
  ['unsafe_placeholder', 119, 25],
  ['no_buyers', 116, 64],
  ['unknown_placeholder', 115, 76],
  ['unknown_placeholder-half-open', 115, 76],
  ['unknown_placeholder-in-title', 114, 22],
  ['unknown_placeholder-in-page-title', 38, 14],
  ['unknown_placeholder-in-consent', 38, 36],
  ['unknown_placeholder-in-a-button', 66, 25],
  ['unknown_field-in-text', 115, 76],
  ['unused_buyer', 62, 7],
  ['outcome_early', 125, 15],
  ['outcome_in_rule', 180, 43],
  ['outcome_order', 186, 80],
  ['unknown_outcome', 186, 93],
  ['redirect_nowhere', 185, 21],
  ['redirect_place', 186, 31],
  ['redirect_place-as-a-name', 186, 31],
  ['redirect_personal', 186, 31],
  ['redirect_personal-computed', 187, 31],
  ['redirect_nobody', 188, 23],
  ['unknown_field-in-a-redirect', 186, 31],
  ['unknown_field-of-a-redirect', 189, 45],
  ['unknown_buyer-of-a-redirect', 188, 32],
  ['unknown_partner_host-of-a-redirect', 186, 31],
  ['bad_form-of-a-redirect', 186, 31],
  ['unknown_placeholder-in-a-redirect', 186, 31],
  ['unknown_placeholder-half-open-in-a-redirect', 186, 31],
  ['unknown_buyer-in-a-result', 186, 51],
  ['unknown_field-in-a-result', 186, 51],
  ['unsafe_html-in-a-result', 189, 29],
  ['unsafe_html-in-an-faq', 123, 29],
  ['unsafe_html-landing', 125, 67],
  ['unsafe_placeholder-in-an-faq', 123, 29],
  ['unknown_placeholder-in-an-faq', 123, 29],
  ['unknown_placeholder-in-a-question', 122, 33],
  ['unknown_placeholder-in-a-quote', 122, 30],
  ['unknown_placeholder-landing', 124, 66],
  ['no_buyers-in-an-faq', 123, 29],
  ['result_no_end', 165, 17],
  ['result_missing', 181, 17],
  ['field_too_early', 113, 30],
  ['field_too_early-on-its-own-step', 113, 30],
  ['field_too_early-computed', 98, 30],
  ['rule_never', 131, 15],
  ['rule_never-nested', 131, 15],
  ['rule_never-by-validation', 131, 15],
  ['rule_never-by-date', 131, 15],
  ['rule_never-by-steps-before', 148, 15],
  ['rule_never-when-unanswered', 131, 15],
  ['rule_never-in-action', 176, 19],
  ['rule_always', 131, 15],
  ['rule_always-either', 132, 15],
  ['rule_always-in-action', 176, 19],
  ['step_unreachable', 129, 21],
  ['step_unreachable-behind-the-end', 180, 21],
  ['action_never', 172, 15],
  ['action_never-at-the-end', 178, 33],
  ['lead_without_consent', 186, 33],
  ['lead_without_consent-of-its-offer', 242, 33],
  ['lead_without_phone_check', 168, 33],
  ['lead_without_phone_check-optional', 165, 33],
  ['buyer_field_missing', 171, 67],
  ['buyer_field_missing-computed', 171, 67],
  ['undecided', 227, 15],
  ['link_only', 314, 21],
  ['step_unreachable-but-by-a-link', 124, 21],
  ['minor_agrees', 219, 11],
  ['minor_agrees-by-birth-date', 223, 11],
  ['age_unknown', 234, 15],
  ['no_bound-of-ages', 185, 21],
  ['validations_clash-of-ages', 185, 21],
  ['unused_bound-of-ages', 191, 30],
  ['no_email', 113, 33],
  ['email_twice', 115, 15],
  ['unused_email', 118, 17],
  ['email_unchecked', 114, 56],
  ['email_unchecked-in-come_back', 129, 26],
  ['email_unchecked-in-confirm_lead', 129, 29],
  ['confirms_no_lead', 120, 5],
  ['email_without_address', 196, 25],
  ['pixel_step', 46, 22],
  ['pixel_step-of-no-offer', 46, 47],
  ['pixel_step-of-a-lead', 44, 85],
  ['pixel_consent', 46, 53],
  ['pixel_consent-by-no-field', 46, 33],
  ['pixel_unpriced', 44, 85],
  ['script_host_unchecked', 44, 42],
  ['agrees_unsaid', 164, 15],
  ['agrees_unclear', 162, 43],
  ['agrees_unclear-as-it-refuses', 163, 43],
  ['agrees_unclear-as-it-agrees', 170, 25],
  ['refusal_unrecorded', 163, 67],
  ['agrees_to_nothing', 79, 27],
  ['consent_names_other', 41, 36],
  ['consent_names_other-of-a-seller', 45, 36],
  ['consent_leaves_out_buyer', 41, 36],
  ['consent_names_product', 41, 36],
  ['consents_mixed', 184, 15],
  ['seller_no_buyer', 178, 27],
  ['buyer_not_asked', 178, 76],
  ['seller_unnamed', 45, 36],
  ['seller_field_shared', 173, 15],
  ['unknown_buyer-as-a-seller', 177, 27],
  ['consent_never_given', 150, 13],
  ['must_agree', 167, 13],
  ['words_missing', 21, 18],
  ['words_missing-of-a-quote', 204, 30],
  ['words_missing-landing', 206, 18],
  ['words_unused', 77, 27],
  ['words_unused-of-a-mark', 78, 34],
  ['words_to_check', 74, 22],
  ['document_in_one_language', 206, 77],
  ['words_differ', 75, 37],
  ['words_of_name', 77, 22],
  ['language_twice', 59, 7],
  ['unsafe_html-in-words', 75, 37],
  ['agrees_unclear-in-words', 73, 25],
  ['button_twice', 87, 25],
  ['consent_button', 41, 36],
  ['consent_button-without-quotes', 41, 36],
  ['consent_button-in-words', 68, 48],
  ['consent_below_button', 162, 15],
  ['words_age', 68, 66],
  ['sent_twice', 175, 28],
  ['sent_twice-at-another-step', 180, 67],
  ['case_covered', 183, 19],
  ['case_covered-by-the-same-rule', 191, 19],
  ['never_shown', 182, 19],
  ['never_shown-by-rules-at-odds', 179, 15],
  ['link_always', 317, 15],
  ['law_broken', 41, 36],
  ['law_soon', 41, 36],
]

describe('a flow with one mistake has exactly that problem, at its place', () => {
  test.each(FLAWS)('%s at %i:%i', (name, line, column) => {
    const beside = besides(fileURLToPath(new URL(`${name}.json`, BROKEN)))
    const problems = problemsOf(read(name), beside, TODAY)
    expect(problems.map(({ code, line, column }) => ({ code, line, column }))).toEqual([
      { code: name.split('-')[0], line, column },
    ])
    const [{ hint, fix, code, at }] = problems as [Located]
    expect(hint).not.toBe('')
    if (hint.includes('Did you mean')) expect(fix).toBeDefined()
    const left = fix ? problemsOf(mended(read(name), fix), beside, TODAY, null) : []
    expect(left.filter((problem) => problem.code === code && problem.at.join() === at.join())).toEqual([])
  })

  test('and every broken flow is in the table', () => {
    const files = readdirSync(BROKEN).flatMap((file) => /^(.+)\.json$/.exec(file)?.[1] ?? [])
    expect(FLAWS.map(([name]) => name).sort()).toEqual(files.sort())
  })
})

test('the flows of the sites have no problems', () => {
  for (const site of readdirSync(SITES))
    expect(problemsOf(readFileSync(new URL(`${site}/flow.json`, SITES), 'utf8'))).toEqual([])
})

describe('a file needed next to the flow file', () => {
  const FILES: Record<string, Buffer | null> = {
    'claim.css': Buffer.from(':root { --brand: #123456 }'),
    ...Object.fromEntries(ICONS.map((name) => [name, readFileSync(new URL(name, BROKEN))])),
  }
  const codes = (text: string, others: Record<string, Buffer | null> = {}) =>
    problemsOf(text, (name) => ({ ...FILES, ...others })[name] ?? null).map(({ code, message }) => [
      code,
      message,
    ])
  const good = read('style_missing')

  test('is the stylesheet it names or an icon, with one problem for each kind', () => {
    expect(codes(good)).toEqual([])
    expect(codes(good, { 'claim.css': null, 'favicon.ico': null, 'icon.svg': null })).toEqual([
      ['style_missing', 'The stylesheet claim.css is missing from the flow’s folder.'],
      ['icon_missing', 'Icons are missing from the flow’s folder: favicon.ico, icon.svg.'],
    ])
  })

  test('is checked, and its problems are located in the stylesheet', () => {
    const css = Buffer.from(':root { --brand: #123456 }\n.consent { display: none }')
    const [problem, ...more] = problemsOf(good, (name) => (name === 'claim.css' ? css : FILES[name]) ?? null)
    expect(more).toEqual([])
    expect(problem).toMatchObject({ file: 'claim.css', line: 2, column: 12, code: 'hidden_consent' })
  })

  test('isn’t looked for under a name that’s itself a mistake', () => {
    expect(codes(read('bad_form')).map(([code]) => code)).toEqual(['bad_form'])
    expect(codes(good.replace('"style"', '"styel"'), { 'claim.css': null }).map(([code]) => code)).toEqual([
      'unknown_key',
    ])
  })

  test('must be a file, not a folder with that name', () => {
    const folder = mkdtempSync(join(tmpdir(), 'leadloom-beside-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    for (const name of Object.keys(FILES)) mkdirSync(join(folder, name))
    const problems = problemsOf(good, besides(join(folder, 'flow.json')))
    expect(problems.map(({ code }) => code)).toEqual(['style_missing', 'icon_missing'])
  })

  test.each<[string, string, Buffer, string, string]>([
    ['a stylesheet may be empty', 'claim.css', Buffer.alloc(0), '', ''],
    ['as large as may be', 'claim.css', Buffer.alloc(256 * 1024), '', ''],
    ['larger', 'claim.css', Buffer.alloc(256 * 1024 + 1), 'style_too_large', 'claim.css is too large.'],
    ['Latin-1', 'claim.css', Buffer.from('/* é */', 'latin1'), 'style_broken', 'claim.css isn’t UTF-8.'],
    ['no bytes', 'favicon.ico', Buffer.alloc(0), 'icon_broken', 'favicon.ico isn’t a valid ICO picture.'],
    [
      'another kind',
      'favicon.ico',
      FILES['icon-180.png']!,
      'icon_broken',
      'favicon.ico isn’t a valid ICO picture.',
    ],
    ['text', 'icon-180.png', Buffer.from('PNG'), 'icon_broken', 'icon-180.png isn’t a valid PNG picture.'],
    [
      'a page about svg',
      'icon.svg',
      Buffer.from('<p>svg</p>'),
      'icon_broken',
      'icon.svg isn’t a valid SVG picture.',
    ],
    [
      'SVG with all that may come first',
      'icon.svg',
      Buffer.from('\ufeff<?xml version="1.0"?>\n<!-- a mark -->\n<svg></svg>'),
      '',
      '',
    ],
    [
      'a photograph',
      'icon-180.png',
      Buffer.alloc(512 * 1024 + 1),
      'icon_too_large',
      'icon-180.png is too large.',
    ],
  ])('fits its use: %s', (_, name, bytes, code, message) => {
    expect(codes(good, { [name]: bytes })).toEqual(code === '' ? [] : [[code, message]])
  })

  test('isn’t looked for if the folder’s files aren’t known', () => {
    expect(problemsOf(good)).toEqual([])
  })
})

describe('a hint names what was probably meant', () => {
  test.each([
    ['unknown_key', 'Did you mean "title"?'],
    ['unknown_key-of-element', 'Did you mean "question_key"?'],
    ['unknown_value-of-widget', 'Did you mean "dropdown"?'],
    ['unknown_value-of-type', 'Use "type": "select".'],
    ['unknown_question', 'Did you mean "zip"?'],
    ['unknown_answer', 'The answers of "injured" are yes, no.'],
    ['unknown_offer', 'Did you mean "accident"?'],
    ['unknown_field', 'Did you mean "injured"?'],
    ['unknown_option', 'Did you mean "yes"?'],
  ])('%s: %s', (name, hint) => {
    expect(problemsOf(read(name))[0]?.hint).toBe(hint)
  })
})

test('all problems are listed at once, top to bottom', () => {
  const text = read('unknown_offer')
    .replace('"real": true', '"real": 1')
    .replace('"field": "injured"', '"field": "age"')
  expect(problemsOf(text).map(({ code }) => code)).toEqual(['wrong_type', 'unknown_field', 'unknown_offer'])
})

test('one mistake in the schema isn’t reported again by references to the broken part', () => {
  const text = read('unknown_offer').replace('["acident"]', '["accident"]')
  const misspelt = text.replace('"answers": { "zip"', '"answres": { "zip"')
  expect(misspelt).not.toBe(text)
  expect(problemsOf(misspelt).map(({ code, hint }) => [code, hint])).toEqual([
    ['unknown_key', 'Did you mean "answers"?'],
  ])
})

test('fields that only an unreadable part asks for aren’t reported as unknown', () => {
  const text = read('unknown_offer').replace('["acident"]', '["accident"]')
  const misspelt = text.replace('"steps": [', '"stepps": [')
  expect(misspelt).not.toBe(text)
  expect(problemsOf(misspelt).map(({ code, hint }) => [code, hint])).toEqual([
    ['unknown_key', 'Did you mean "steps"?'],
  ])
})

test('every union outside the elements has only plain values, as the explanations assume', () => {
  const { $defs, ...frame } = forEditors(FlowDocument)
  const { anyOf } = ($defs as { Element: { anyOf: object[] } }).Element
  for (const union of [frame, ...anyOf].flatMap(unionsIn))
    for (const branch of union) expect(branch).toSatisfy(isPlain)
})

test.each([
  ['', 'not_json', 1, 1],
  ['{ "a": 1, }', 'not_json', 1, 11],
  ["{ 'a': 1 }", 'not_json', 1, 3],
  ['{"a":\r\n  tru}', 'not_json', 2, 3],
])('text that isn’t JSON is reported with its place: %j', (text, code, line, column) => {
  expect(problemsOf(text)).toEqual([expect.objectContaining({ code, line, column })])
})

test('a byte order mark is skipped, and positions match those of an editor', () => {
  const bad = read('unknown_question')
  expect(problemsOf(Buffer.from(`\ufeff${bad}`))).toEqual(problemsOf(bad))
})

test.each<[string, Buffer, line: number, column: number, message: string]>([
  ['an empty file', Buffer.from(''), 1, 1, 'The file is empty.'],
  ['a file of blanks', Buffer.from(' \n'), 1, 1, 'The file is empty.'],
  ['UTF-16 with its mark', Buffer.from('\ufeff{ "a": 1 }', 'utf16le'), 1, 1, 'The file isn’t UTF-8.'],
  ['UTF-16 without', Buffer.from('{ "a": 1 }', 'utf16le'), 1, 2, 'The file isn’t UTF-8.'],
  ['Latin-1', Buffer.from('{\n"a": "Café" }', 'latin1'), 2, 10, 'The file isn’t UTF-8.'],
  ['UTF-8 cut off', Buffer.from('{ "a": "Café').subarray(0, -1), 1, 12, 'The file isn’t UTF-8.'],
  ['lists in lists', Buffer.from('['.repeat(100_000)), 1, 101, 'This is nested too deeply.'],
  ['objects in objects', Buffer.from('{"a":'.repeat(100_000)), 1, 501, 'This is nested too deeply.'],
])('unreadable text is explained: %s', (_, bytes, line, column, message) => {
  expect(problemsOf(bytes)).toEqual([expect.objectContaining({ code: 'not_json', line, column, message })])
})

test('brackets inside texts, or in an unclosed text, don’t nest', () => {
  expect(problemsOf(JSON.stringify({ a: '[\\"{'.repeat(200) })).map(({ code }) => code)).not.toContain(
    'not_json',
  )
  expect(problemsOf(`{ "a": "${'['.repeat(200)}`)[0]?.message).toBe('This text isn’t closed.')
})

test.each([
  'null',
  '[]',
  '"flow"',
  '12',
  '{}',
  '{"ui_config":null}',
  '{"ui_config":{"offers":{"a":{"steps":[{"questions":[{"type":{"toString":0}}]}]}}}}',
  '{"ui_config":{"offers":{"a":{"steps":[null,{"questions":[7,{"type":"container","widget":"group","elements":3}]}]}}}}',
])('JSON that’s nothing like a flow is refused without a crash: %s', (text) => {
  expect(problemsOf(text).length).toBeGreaterThan(0)
})

test('any value in any place gives problems and never throws', () => {
  const paths = placesOf(JSON.parse(read('unknown_offer')))
  fc.assert(
    fc.property(fc.constantFrom(...paths), fc.jsonValue({ maxDepth: 2 }), (path, value) => {
      const document = JSON.parse(read('unknown_offer')) as object
      const holder = path.slice(0, -1).reduce<Record<string, never>>((at, key) => at[key]!, document as never)
      holder[path.at(-1)!] = value as never
      const problems = problemsOf(JSON.stringify(document), () => null)
      expect(problems.every(({ line }) => line === 1)).toBe(true)
    }),
    { numRuns: IN_FULL ? 300 : 100 },
  )
})

test.each(['valueOf', 'constructor', '__proto__'])('an inherited key %s is unknown in every place', (key) => {
  for (const path of placesOf(JSON.parse(read('unknown_offer')))) {
    const document = JSON.parse(read('unknown_offer')) as object
    const holder = path.slice(0, -1).reduce<Record<string, never>>((at, name) => at[name]!, document as never)
    holder[path.at(-1)!] = JSON.parse(`{"${key}":{}}`) as never
    expect(problemsOf(JSON.stringify(document), () => null).length).toBeGreaterThan(0)
  }
})

test('a list that can’t be converted to text is a problem in every place', () => {
  for (const path of placesOf(JSON.parse(read('unknown_offer')))) {
    const document = JSON.parse(read('unknown_offer')) as object
    const holder = path.slice(0, -1).reduce<Record<string, never>>((at, name) => at[name]!, document as never)
    holder[path.at(-1)!] = [{ toString: null }] as never
    expect(problemsOf(JSON.stringify(document), () => null).length).toBeGreaterThan(0)
  }
})

test('an inherited key names nothing', () => {
  const text = read('unknown_question').replace('"zpi"', '"constructor"')
  expect(problemsOf(text).map(({ code }) => code)).toEqual(['unknown_question'])
})

function unionsIn(schema: unknown): object[][] {
  if (typeof schema !== 'object' || schema === null) return []
  const own = 'anyOf' in schema && Array.isArray(schema.anyOf) ? [schema.anyOf as object[]] : []
  return [...own, ...Object.values(schema).flatMap(unionsIn)]
}

function isPlain(branch: { type?: string; const?: unknown }): boolean {
  return branch.const !== undefined || ['string', 'number', 'integer', 'null'].includes(branch.type ?? '')
}

function placesOf(value: unknown, at: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [at]
  const below = Object.entries(value).flatMap(([key, member]) => placesOf(member, [...at, key]))
  return at.length === 0 ? below : [at, ...below]
}
