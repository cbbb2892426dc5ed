import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aMailServer, headerOf } from '#tests/a-mail-server.ts'
import { type Letter, NotAnAddressError, smtpMail } from './mail.ts'

const FROM = { name: 'Farmstand', address: 'orders@farm.example' }
const LETTER: Letter = {
  id: '0b0f7e0e-9f0b-4b0a-8f0e-2f6f0d1c2b3a',
  to: 'ada@example.com',
  replyTo: 'hello@farmstand.example',
  subject: 'Order #7 is in our book',
  text: 'Thank you.\n',
  html: '<p>Thank you.</p>',
}

/** Short waits, so a silent server is soon given up. */
const SOON = { step: 150, mail: 400, closing: 20 }

async function aMailer(patience = { step: 5000, mail: 5000, closing: 20 }) {
  const server = await aMailServer()
  return { ...server, mailer: smtpMail({ url: server.url, from: FROM }, patience) }
}

test('a letter arrives with its sender, its one recipient and its own Message-ID', async () => {
  const { mailer, arrived } = await aMailer()
  await mailer.send(LETTER)
  const [mail] = arrived
  expect([mail?.from, mail?.to]).toEqual(['orders@farm.example', ['ada@example.com']])
  expect(headerOf(mail, 'message-id')).toBe(`<${LETTER.id}@farm.example>`)
  expect(headerOf(mail, 'from')).toBe('Farmstand <orders@farm.example>')
  expect(headerOf(mail, 'reply-to')).toBe('hello@farmstand.example')
  expect(headerOf(mail, 'subject')).toBe(LETTER.subject)
})

describe('a mail server in trouble is an error, soon:', () => {
  test.each(['refuses', 'hangs', 'hangs up'] as const)('it %s', async (mood) => {
    const { mailer, state } = await aMailer(SOON)
    state.mood = mood
    await expect(mailer.send(LETTER)).rejects.toThrow()
  })

  test('it is not there', async () => {
    const mailer = smtpMail({ url: 'smtp://127.0.0.1:1', from: FROM }, SOON)
    await expect(mailer.send(LETTER)).rejects.toThrow(/ECONNREFUSED/)
  })
})

test('a closing shop does not wait for a mail server that says nothing', async () => {
  const { mailer, state } = await aMailer({ step: 20_000, mail: 20_000, closing: 20 })
  state.mood = 'hangs'
  const sending = mailer.send(LETTER)
  mailer.close()
  await expect(sending).rejects.toThrow('The shop is shutting down.')
})

test('a password travels to another machine only behind TLS', async () => {
  const { arrived, url } = await aMailServer()
  // This machine, at an address that does not look local.
  const far = `smtp://user:secret@0.0.0.0:${new URL(url).port}`
  await expect(smtpMail({ url: far, from: FROM }).send(LETTER)).rejects.toThrow(/STARTTLS|TLS/)
  expect(arrived).toEqual([])
})

/** Strings that try to become headers, recipients or encodings. */
const nasty = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc
    .tuple(
      fc.string({ maxLength: 20 }),
      fc.constantFrom(
        '\r\n',
        '\n',
        '\r',
        '\r\n ',
        '\u2028',
        '\0',
        '%0d%0a',
        ',',
        ';',
        '<',
        '=?utf-8?q?=0D=0A?=',
      ),
      fc.constantFrom(
        'Bcc: eve@evil.example',
        'To: eve@evil.example',
        '\r\n\r\nHello',
        'eve@evil.example',
      ),
    )
    .map((parts) => parts.join('')),
)

const ALWAYS = [
  'auto-submitted',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'reply-to',
  'subject',
  'to',
]

test('whatever stands in names, subjects and texts, a mail has one recipient and the same headers', async () => {
  const { mailer, arrived } = await aMailer()
  await fc.assert(
    fc.asyncProperty(nasty, nasty, async (subject, body) => {
      arrived.length = 0
      await mailer.send({ ...LETTER, subject, text: body, html: body })
      expect(arrived.map((mail) => mail.to)).toEqual([['ada@example.com']])
      const names = arrived[0]?.headers.map(([name]) => name).sort()
      expect(names?.filter((name) => name !== 'subject')).toEqual(
        ALWAYS.filter((name) => name !== 'subject'),
      )
    }),
    { numRuns: 60 },
  )
}, 30_000)

test('whatever is given as an address, a mail goes to that one address or nowhere', async () => {
  const { mailer, arrived } = await aMailer()
  const addresses = fc.oneof(
    nasty,
    nasty.map((text) => `ada@example.com${text}`),
    nasty.map((text) => `${text}@example.com`),
    fc.constant('ada@example.com, eve@evil.example'),
    fc.emailAddress(),
  )
  await fc.assert(
    fc.asyncProperty(addresses, addresses, async (to, replyTo) => {
      arrived.length = 0
      try {
        await mailer.send({ ...LETTER, to, replyTo })
      } catch (error) {
        expect(error).toBeInstanceOf(NotAnAddressError)
        return
      }
      expect(arrived).toHaveLength(1)
      expect(arrived[0]?.to.map((address) => address.toLowerCase())).toEqual([to.toLowerCase()])
      expect(headerOf(arrived[0], 'to')?.toLowerCase()).toBe(to.toLowerCase())
      for (const [name] of arrived[0]?.headers ?? []) expect(ALWAYS).toContain(name)
      const reply = headerOf(arrived[0], 'reply-to')?.toLowerCase()
      expect([replyTo.toLowerCase(), 'orders@farm.example']).toContain(reply)
    }),
    { numRuns: 60 },
  )
}, 30_000)
