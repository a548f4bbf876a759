import { expect, test } from 'vitest'
import { picker } from '../../src/server/pages/stylesheet.ts'

const pick = (style: string) =>
  picker(style)(
    '<main class="stage wide" data-design="plain"><p class="lead"><input type="text"></main><script>part.dataset["data-late"]</script>',
  )

test.each([
  ['that names no class', 'p{top:0}', 'p{top:0}'],
  ['of every element', '*,:before{top:0}', '*,:before{top:0}'],
  ['of what all stands in', 'html>body{top:0}:root{top:0}', ':root{top:0}'],
  ['of the document', 'html{top:0}', 'html{top:0}'],
  ['of elements that are not there', '.lead a{top:0}', ''],
  ['of an attribute that is there', '.lead [type=text]{top:0}', '.lead [type=text]{top:0}'],
  ['of a value that is not there', '.lead [type="radio"]{top:0}', ''],
  ['of part of a value', '.lead [type^="ra"]{top:0}', '.lead [type^="ra"]{top:0}'],
  ['of an attribute that is not there', '.lead[hidden]{top:0}', ''],
  ['of an attribute that a script adds', '.lead[data-late]{top:0}', '.lead[data-late]{top:0}'],
  ['of a place among siblings', '.lead:nth-child(odd)>input{top:0}', '.lead:nth-child(odd)>input{top:0}'],
  ['whose classes are there', '.stage .lead{top:0}', '.stage .lead{top:0}'],
  ['of whose selectors one is met', '.card,.lead{top:0}', '.card,.lead{top:0}'],
  ['that has a class that is not there', '.stage .card{top:0}', ''],
  ['of a class that is another thing’s name', '.main,.plain,.type{top:0}', ''],
  ['of a design that is there', '[data-design=plain] p{top:0}', '[data-design=plain] p{top:0}'],
  ['of a design that is not there', "[data-design='last_chance'] p{top:0}", ''],
  ['with what is not to be there', '.stage:not(:has(.card)){top:0}', '.stage:not(:has(.card)){top:0}'],
  ['with what may be there', ':is(.card,.lead){top:0}', ':is(.card,.lead){top:0}'],
  ['with what is to be in it', '.stage:has(.card){top:0}', ''],
  ['under conditions', '@media print{.lead{top:0}.card{top:0}}', '@media print{.lead{top:0}}'],
  [
    'under two',
    '@supports (top:0){@media print{.lead{top:0}}}',
    '@supports (top:0){@media print{.lead{top:0}}}',
  ],
  ['that is no rule of elements', '@keyframes turn{to{top:0}}', '@keyframes turn{to{top:0}}'],
])('a rule %s', (_, style, picked) => {
  expect(pick(style)).toBe(picked)
})

test('the selected rules stay in order, without comments', () => {
  expect(pick('.wide{top:0}/* cards */.card{top:1px}.lead{top:2px}')).toBe('.wide{top:0}.lead{top:2px}')
})
