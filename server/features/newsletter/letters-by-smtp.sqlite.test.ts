import fc from 'fast-check'
import { expect, test } from 'vitest'
import { smtpMail } from '#server/outside/mail.ts'
import { type Arrived, aMailServer, headerOf } from '#tests/a-mail-server.ts'
import { aNewsletter } from '#tests/a-newsletter.ts'
import { IS_LONG } from '#tests/length-of-run.ts'

const FROM = { name: 'Farmstand', address: 'letters@farm.example' }

const OF_A_LETTER = [
  'auto-submitted',
  'content-type',
  'date',
  'from',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'message-id',
  'mime-version',
  'reply-to',
  'subject',
  'to',
]

const names = (mail: Arrived | undefined) => mail?.headers.map(([name]) => name).sort()

async function aNewsletterBySmtp() {
  const its = await aNewsletter()
  const server = await aMailServer()
  its.shop.shop.mail = smtpMail({ url: server.url, from: FROM })
  return { ...its, server }
}

test('a letter has the headers with which one click leaves, a confirmation has none of them', async () => {
  const its = await aNewsletterBySmtp()
  await its.subscribe('Ada@Example.com')
  const [requested] = its.server.arrived
  expect(names(requested)).toEqual(OF_A_LETTER.filter((name) => !name.startsWith('list-')))
  const [path = ''] =
    /\/newsletter\/confirm\/[\w-]{43}/.exec((requested?.raw ?? '').replace(/=\r\n/g, '')) ?? []
  await its.post(path, 'from=page')
  await its.send()
  await its.shop.settled()
  const letter = its.server.arrived[1]
  expect(letter?.to).toEqual(['Ada@example.com'])
  expect(names(letter)).toEqual(OF_A_LETTER)
  expect(headerOf(letter, 'list-unsubscribe')).toMatch(
    /^<https:\/\/farm\.example\/newsletter\/unsubscribe\/[\w-]{43}>$/,
  )
  expect(headerOf(letter, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const way = new URL(headerOf(letter, 'list-unsubscribe')?.slice(1, -1) ?? '').pathname
  expect((await its.post(way, 'List-Unsubscribe=One-Click')).statusCode).toBe(200)
  expect(await its.states()).toEqual({ 'Ada@Example.com': 'left' })
})

/** Strings that try to become headers, recipients or encodings, of what a letter may hold. */
const nasty = fc
  .tuple(
    fc.string({ maxLength: 20 }),
    fc.constantFrom(
      '\r\n',
      '\n',
      '\r',
      '\r\n ',
      '\u2028',
      '%0d%0a',
      ',',
      '<',
      '=?utf-8?q?=0D=0A?=',
      '\t',
    ),
    fc.constantFrom(
      'Bcc: eve@evil.example',
      'List-Unsubscribe: <https://evil.example>',
      '\r\n\r\nHello',
      'x',
    ),
  )
  .map((parts) => `x${parts.join('')}`)

test('whatever is typed as subject and text, a letter has its one recipient and its headers', async () => {
  const its = await aNewsletterBySmtp()
  await fc.assert(
    fc.asyncProperty(nasty, nasty, async (subject, body) => {
      its.server.arrived.length = 0
      const payload = { subject, body, to: 'me@farm.example' }
      const { statusCode } = await its.atDesk({
        method: 'POST',
        url: '/api/newsletter/test',
        payload,
      })
      // Control characters are refused: they are not plain text.
      if (statusCode === 400) return
      expect(its.server.arrived.map((mail) => mail.to)).toEqual([['me@farm.example']])
      expect(names(its.server.arrived[0])).toEqual(OF_A_LETTER)
    }),
    { numRuns: IS_LONG ? 40 : 20 },
  )
}, 30_000)

test('whatever is typed as an address, it is asked by one mail or refused', async () => {
  const its = await aNewsletterBySmtp()
  const addresses = fc.oneof(
    nasty,
    nasty.map((text) => `ada@example.com${text}`),
    fc.constant('ada@example.com, eve@evil.example'),
    fc.emailAddress({ size: 'small' }),
    fc.stringMatching(/^[a-zA-Z][a-z0-9+_'-]{0,8}@[a-z]{1,8}\.example$/),
  )
  let requested = 0
  await fc.assert(
    fc.asyncProperty(addresses, async (address) => {
      its.server.arrived.length = 0
      const [status] = await its.subscribe(address)
      expect([200, 400]).toContain(status)
      requested += its.server.arrived.length
      expect(its.server.arrived.length).toBeLessThan(2)
      for (const mail of its.server.arrived) {
        expect(mail.to.join().toLowerCase()).toBe(address.trim().toLowerCase())
        expect(names(mail)).toEqual(OF_A_LETTER.filter((name) => !name.startsWith('list-')))
      }
    }),
    { numRuns: IS_LONG ? 60 : 30, examples: [['ada@example.com'], ['eve+hens@mail.example']] },
  )
  expect(requested).toBeGreaterThan(1)
}, 30_000)
