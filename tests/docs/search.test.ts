import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CHAPTERS } from '../../src/docs/contents.ts'
import { drawPage } from '../../src/docs/drawPage.ts'
import { docsSearch } from '../../src/server/docs/searchDocs.ts'

const pages = CHAPTERS.flatMap(({ title: chapter, pages }) =>
  pages.map((source) => ({ chapter, ...drawPage(source, readFileSync(source, 'utf8')) })),
)
const search = docsSearch({ pages, pictures: [] })

/** Questions of newcomers in their own words, and the page that answers each. */
const QUESTIONS: [question: string, address: string][] = [
  ['how do I disqualify people', '/docs/recipes/disqualify'],
  ['send a lead to two buyers', '/docs/recipes/two-buyers'],
  ['run an A/B test', '/docs/recipes/ab-test'],
  ['I lost my password', '/docs/operators/accounts#lost-password'],
  ['utm parameters', '/docs/recipes/utm'],
  ['are bots counted', '/docs/operators/traffic#bots'],
  ['get an email for every lead', '/docs/recipes/email-per-lead'],
  ['export leads to CSV', '/docs/recipes/leads-as-csv'],
  ['translate to Spanish', '/docs/recipes/spanish'],
  ['choose with pictures', '/docs/recipes/picture-choice'],
  ['none of these option', '/docs/recipes/none-of-these'],
  ['embed in my page', '/docs/recipes/embed'],
  ['facebook pixel', '/docs/recipes/pixels'],
  ['pick the buyer by state', '/docs/recipes/buyer-by-state'],
  ['add a second offer', '/docs/recipes/second-offer'],
  ['what is a hidden step', '/docs/recipes/hidden-step'],
  ['wording of the TCPA consent', '/docs/recipes/consent'],
  ['Global Privacy Control', '/docs/operators/privacy#global-privacy-control'],
  ['make a backup', '/docs/operators/data#make-a-backup'],
  ['move to PostgreSQL', '/docs/operators/data#move-to-postgresql'],
  ['verify a webhook signature', '/docs/operators/webhooks'],
  ['a buyer wants to return a lead', '/docs/operators/money#returns'],
  ['send a test lead', '/docs/operators/buyers#test-a-buyer'],
  ['roll back a version', '/docs/recipes/ab-test#roll-back'],
  ['BUYERS_FILE example', '/docs/operators/buyers'],
  ['no_submit', '/docs/reference/problems#no_submit'],
  ['test two headlines against each other', '/docs/recipes/ab-test'],
  ['put the funnel on my WordPress page', '/docs/recipes/embed'],
  ['what must the consent say', '/docs/recipes/consent'],
  ['daily cap and opening hours', '/docs/operators/buyers#caps-and-opening-hours'],
  ["check a buyer's invoice", '/docs/operators/money#check-a-buyers-statement-or-invoice'],
  ['webhook signature', '/docs/operators/webhooks#verify-the-signature'],
  ['two-factor authentication', '/docs/operators/accounts#two-factor-authentication'],
  ['use my own domain', '/docs/operators/domains'],
  ['visitor continues later on another device', '/docs/recipes/continue-later'],
  ['change colors and logo', '/docs/guide/look#the-site'],
  ['check that the phone number is real', '/docs/guide/rules#validations'],
  ['import my Typeform', '/docs/first-site'],
  ['where do visitors drop off', '/docs/operators/reports#drop-off-of-each-step'],
  ['send leads to boberdoo', '/docs/operators/buyers#formats'],
  ['what does EPR mean', '/docs/operators/reports#what-the-figures-mean'],
  ["buyer's server is down, is the lead lost", '/docs/operators/leads#when-a-buyers-server-is-down'],
  ['resend a failed lead', '/docs/operators/leads#send-a-lead-again'],
  ['prove that a visitor agreed', '/docs/operators/leads#prove-a-consent'],
  ['someone must approve before publishing', '/docs/guide/publishing#approval-by-a-second-person'],
  ['how big a server do I need', '/docs/operators/deploying#server-size'],
  ['publish at a certain time', '/docs/guide/publishing#publish-at-a-certain-time'],
  ['limit a coworker to one site', '/docs/operators/accounts#add-a-person'],
  ['prefill a field from the link', '/docs/recipes/utm'],
  ['same person fills in the form twice', '/docs/operators/leads#the-same-person-twice'],
  ['let visitors pick several answers', '/docs/guide/steps#questions-with-several-answers'],
  ['ask a question only if they said yes before', '/docs/guide/rules#rules'],
  ["show the visitor's first name in a heading", '/docs/guide/steps#texts-with-answers-in-them'],
  ['make a question optional', '/docs/guide/steps#required-and-optional-questions'],
  ['set a price for each lead', '/docs/operators/buyers#prices'],
  ['see who changed the site', '/docs/operators/accounts#who-did-what'],
  ['which browsers are supported', '/docs/operators/security#browsers'],
  ["is the visitor's data encrypted", '/docs/operators/security#encryption'],
  [
    'test the whole funnel without sending real leads',
    '/docs/guide/publishing#try-a-site-without-real-leads',
  ],
  ['how do I change the order of the steps', '/docs/guide/steps#the-order-of-steps'],
  ['copy a site to start a new one', '/docs/studio'],
  ['buyer only wants people over 50', '/docs/operators/buyers#filters-and-states'],
  ['email the lead to my sales team', '/docs/recipes/email-per-lead'],
  ['integrate with Salesforce', '/docs/operators/webhooks'],
  ['stop selling leads of one person', '/docs/operators/privacy#requests'],
  ['postback for a conversion from a partner', '/docs/operators/money#conversions-from-partners'],
  ['compare this week with last week', '/docs/operators/reports#compare-with-an-earlier-period'],
  ['move to a new machine', '/docs/operators/data#move-to-another-machine'],
  ['accessibility of the forms', '/docs/guide/look#accessibility'],
  ["delete a person's data", '/docs/operators/privacy#delete-a-persons-data'],
  ['buyer says the lead is a duplicate and wants money back', '/docs/operators/money#returns'],
  ['only send leads during business hours', '/docs/operators/buyers#caps-and-opening-hours'],
  ['how much did I earn this month', '/docs/questions#how-much-did-i-earn-this-month'],
  ['run it behind nginx with https', '/docs/questions#can-i-run-it-behind-nginx-or-another-proxy'],
  ['page loads slowly on phones', '/docs/questions#how-fast-do-pages-load'],
  ['see how many visitors turned into leads by ad campaign', '/docs/recipes/utm'],
  ['buyer stopped accepting leads, what now', '/docs/questions#a-buyer-refuses-every-lead-what-do-i-do'],
  ['give my accountant access to see only reports', '/docs/operators/accounts#add-a-person'],
  [
    'stop calling numbers on the do not call list',
    '/docs/questions#are-numbers-checked-against-the-do-not-call-registry',
  ],
  ['where are the logs', '/docs/questions#where-are-the-logs'],
  ['call my own service when a lead comes in', '/docs/operators/webhooks'],
  ['embedding does not work', '/docs/recipes/embed'],
  ['send me an email when someone fills in the form', '/docs/recipes/email-per-lead'],
  [
    'keep sites in git and deploy from CI',
    '/docs/questions#how-do-i-keep-sites-in-git-and-publish-them-from-ci',
  ],
]

test.each(QUESTIONS)('"%s" is answered among the first three results: %s', (question, address) => {
  const found = search(question)
    .slice(0, 3)
    .map(({ page, section }) => (section.depth === 1 ? page.address : `${page.address}#${section.anchor}`))
  expect(found).toContain(address)
})

test('finds nothing for a query of only common words', () => {
  expect(search('how do I')).toEqual([])
  expect(search('')).toEqual([])
})
