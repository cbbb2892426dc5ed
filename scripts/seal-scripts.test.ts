import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { sealScripts } from './seal-scripts.ts'

test('a script is sealed with its own bytes, and what is no script of ours stays as it is', () => {
  const files: Record<string, string> = { '/assets/a.js': 'one', '/assets/b.js': 'two' }
  const sealOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`
  const state =
    '<script type="application/json" id="state">{}</script><link rel="stylesheet" href="/assets/a.css">'
  const page = (a: string, b: string) =>
    `<script type="module" crossorigin src="/assets/a.js"${a}></script><script src="/assets/b.js"${b}></script>${state}`
  expect(sealScripts(page('', ''), (address) => Buffer.from(files[address] ?? ''))).toBe(
    page(` integrity="${sealOf('one')}"`, ` integrity="${sealOf('two')}"`),
  )
})
