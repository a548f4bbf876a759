import { describe, expect, test } from 'vitest'
import { refusedIn } from '../../../src/author/kernel/markup.ts'

describe('allows text, its structure, and links', () => {
  test.each([
    'We will call you.',
    '<p>We &amp; our partners will <strong>call</strong> you.<br>Soon.</p>',
    '<h2>What happens next</h2><ul><li>We call.</li><li>You decide.</li></ul>',
    '<P>See our <a href="/legal/leadloom/privacy" target="_blank" rel="noopener">privacy policy</a>.</P>',
    "<a href='https://partners.example/?a=1&amp;b=2'>Partner</a> or <a href='tel:+18005550199'>call</a>",
    'Less than 5 &lt; 6, more than 6 > 5',
  ])('%s', (html) => {
    expect(refusedIn(html)).toBeUndefined()
  })
})

describe('allows nothing else, and names what’s refused', () => {
  test.each([
    ['<script>go()</script>', '<script>'],
    ['<img src="x">', '<img>'],
    ['<svg><p>x</p></svg>', '<svg>'],
    ['<p onclick="go()">x</p>', 'the attribute onclick'],
    ['<p style="position:fixed">x</p>', 'the attribute style'],
    ['<a href="javascript:go()">x</a>', 'a link to another type of address'],
    ['<a href="JaVa&#10;Script:go()">x</a>', 'a link to another type of address'],
    ['<a href="data:text/html,x">x</a>', 'a link to another type of address'],
    ['<a href="http://partners.example">x</a>', 'a link to another type of address'],
    ['<p>x', 'a <p> that isn’t closed'],
    ['x</p>', 'a </p> without an opening tag'],
    ['</div><p>x</p>', '<div>'],
    ['<b><i>x</b></i>', 'a </b> without an opening tag'],
  ])('%s: %s', (html, refused) => {
    expect(refusedIn(html)?.what).toBe(refused)
  })
})

describe('doesn’t read ambiguous or unclosed markup as a tag', () => {
  test.each([
    '<!-- a comment -->',
    '<!--><img src=x onerror=go()>-->',
    '<img src=x onerror=go() ',
    '<a href="https://partners.example>x</a>',
    '<a href="x>y<p title=" onclick=go() z">x</p></a>',
    '<p/onclick=go()>x</p>',
    '<<p>x</p>',
    '<?php go() ?>',
    '5 < 6',
  ])('%s', (html) => {
    expect(refusedIn(html)?.what).toContain('begin a complete tag')
  })
})
