import { describe, expect, test } from 'vitest'
import { confirmPath, leavePath } from '#contract/mail/newsletter-link.ts'
import { hashOf } from '#server/core/hash.ts'
import { write } from '#server/db/write.ts'
import { runJobs } from '#server/jobs.ts'
import { aNewsletter, pathIn } from '#tests/a-newsletter.ts'

const DAY = 24 * 60

async function books({ shop }: Awaited<ReturnType<typeof aNewsletter>>) {
  return [
    await shop.db.selectFrom('subscribers').selectAll().orderBy('id').execute(),
    await shop.db.selectFrom('outbox').selectAll().orderBy('id').execute(),
  ]
}

describe('where mail is set up, whoever asks for the newsletter', () => {
  test('is written to, and subscribed by the button behind the link, with the times of both', async () => {
    const its = await aNewsletter()
    await its.subscribe('Ada@example.com')
    expect(its.letters).toMatchObject([
      { to: 'Ada@example.com', subject: 'Please confirm your newsletter subscription' },
    ])
    expect(await its.states()).toEqual({ 'Ada@example.com': 'pending' })
    its.pass(5)
    const path = pathIn(its.letters[0], 'confirm')
    const answer = await its.post(path, 'from=page')
    expect([answer.statusCode, answer.headers.location]).toEqual([303, path])
    expect(await its.shop.db.selectFrom('subscribers').selectAll().execute()).toMatchObject([
      {
        state: 'subscribed',
        asked_at: '2026-11-18T18:00:00.000Z',
        confirmed_at: '2026-11-18T18:05:00.000Z',
      },
    ])
    const [before] = await books(its)
    its.pass(5)
    expect((await its.post(path, 'from=page')).statusCode).toBe(303)
    expect((await books(its))[0]).toEqual(before)
  })

  test('reads the same answer whether the address is unknown, pending, subscribed, gone or capitalized', async () => {
    const its = await aNewsletter()
    const unknown = await its.subscribe('ada@example.com')
    const pending = await its.subscribe('ada@example.com')
    await its.post(pathIn(its.letters[0], 'confirm'))
    const subscribed = await its.subscribe('ADA@example.com')
    const { leave_secret } = await its.shop.db
      .selectFrom('subscribers')
      .selectAll()
      .executeTakeFirstOrThrow()
    await its.post(leavePath(leave_secret))
    const gone = await its.subscribe('ada@example.com')
    expect(
      new Set([unknown, pending, subscribed, gone].map((answer) => JSON.stringify(answer))).size,
    ).toBe(1)
    expect(unknown[0]).toBe(200)
  })

  test('gets one mail a day, however often the address is typed', async () => {
    const its = await aNewsletter()
    for (let hour = 0; hour < 24; hour++) {
      await its.subscribe(hour % 2 ? 'ada@example.com' : 'ADA@EXAMPLE.com')
      its.pass(59)
    }
    expect(its.letters).toHaveLength(1)
    its.pass(DAY)
    await its.subscribe('ada@example.com')
    expect(its.letters).toHaveLength(2)
    await its.post(pathIn(its.letters[0], 'confirm'))
    expect(await its.states()).toEqual({ 'ADA@EXAMPLE.com': 'subscribed' })
    its.pass(2 * DAY)
    await its.subscribe('ada@example.com')
    expect(its.letters).toHaveLength(2)
  })

  test('is written to after the mail server came back, with the same link', async () => {
    const its = await aNewsletter()
    its.state.says = () => {
      throw new Error('no mail server')
    }
    await its.subscribe('ada@example.com')
    expect(its.letters).toEqual([])
    its.state.says = () => {}
    await its.rounds(2)
    expect(its.letters).toHaveLength(1)
    await its.post(pathIn(its.letters[0], 'confirm'))
    expect(await its.states()).toEqual({ 'ada@example.com': 'subscribed' })
  })

  test('has a week; then the link is dead and the address forgotten', async () => {
    const its = await aNewsletter()
    await its.subscribe('ada@example.com')
    const path = pathIn(its.letters[0], 'confirm')
    its.pass(7 * DAY)
    expect((await its.post(path)).statusCode).toBe(303)
    expect(
      (
        await its.shop.inject({
          url: path.replace('/newsletter/confirm', '/api/newsletter/confirmations'),
        })
      ).json(),
    ).toBe(null)
    expect(await its.states()).toEqual({ 'ada@example.com': 'pending' })
    await its.rounds(1)
    expect(await books(its)).toEqual([[], []])
  })

  test('leaves behind no secret that opens anything, once the mail is sent', async () => {
    const its = await aNewsletter()
    await its.subscribe('ada@example.com')
    const secret = pathIn(its.letters[0], 'confirm').split('/').at(-1) ?? ''
    const [mail] = await its.shop.db.selectFrom('outbox').selectAll().execute()
    expect(secret).toHaveLength(43)
    expect([mail?.secret, mail?.secret_hash]).toEqual([null, hashOf(secret)])
    expect(JSON.stringify(await books(its))).not.toContain(secret)
  })
})

test('a link’s secret has 256 bits of its own, and no other text opens anything', async () => {
  const its = await aNewsletter()
  for (let one = 0; one < 20; one++) await its.subscribe(`p${one}@example.com`)
  const secrets = its.letters.map((letter) => pathIn(letter, 'confirm').split('/').at(-1) ?? '')
  const rows = await its.shop.db.selectFrom('subscribers').select('leave_secret').execute()
  const all = [...secrets, ...rows.map((row) => row.leave_secret)]
  expect(new Set(all).size).toBe(40)
  // Two random secrets differ in about half their bits; a pattern between neighbors would show.
  const bits = (one: string, other: string) =>
    Buffer.from(one, 'base64url').reduce((sum, byte, at) => {
      return (
        sum +
        (byte ^ (Buffer.from(other, 'base64url')[at] ?? 0)).toString(2).replaceAll('0', '').length
      )
    }, 0)
  for (let at = 1; at < all.length; at++)
    expect(bits(all[at - 1] ?? '', all[at] ?? '')).toBeGreaterThan(70)
  const before = await books(its)
  const [secret = ''] = secrets
  const near = [
    secret.slice(1),
    `${secret}A`,
    secret.toLowerCase(),
    `${secret.slice(0, -1)}_`,
    rows[0]?.leave_secret ?? '',
    '%00',
    '..',
    hashOf(secret),
  ]
  for (const wrong of near)
    expect((await its.post(confirmPath(wrong), 'from=page')).statusCode).toBeLessThan(500)
  expect(await books(its)).toEqual(before)
})

describe('the way out', () => {
  /** Ada is subscribed; `path` is where the unsubscribe header of her letter leads. */
  async function aSubscriber() {
    const its = await aNewsletter()
    await its.subscribed('ada@example.com')
    await its.send()
    await its.shop.settled()
    const [letter] = its.letters
    its.letters.length = 0
    return { ...its, path: pathIn(letter, 'unsubscribe') }
  }

  const BOUNDARY =
    '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'

  test('is one click of a mail program, which sends any form or nothing, and is led nowhere', async () => {
    const its = await aSubscriber()
    const stays = { state: 'subscribed', left_at: null } as const
    for (const [body, type] of [
      ['List-Unsubscribe=One-Click', 'application/x-www-form-urlencoded'],
      [BOUNDARY, 'multipart/form-data; boundary=x'],
      ['List-Unsubscribe=One-Click', 'application/x-www-form-urlencoded; charset=utf-8'],
      [undefined, ''],
    ] as const) {
      await write(its.shop.db, (tx) => tx.updateTable('subscribers').set(stays).execute())
      const answer = await its.post(its.path, body, type)
      expect([answer.statusCode, answer.body]).toEqual([
        200,
        'You are unsubscribed from our newsletter.',
      ])
      expect(await its.states(), type).toEqual({ 'ada@example.com': 'left' })
      expect((await its.post(its.path, body, type)).statusCode).toBe(200)
      expect(await its.states(), type).toEqual({ 'ada@example.com': 'left' })
    }
  })

  test('is open for ever, also while the newsletter takes nobody, and for who is not known', async () => {
    const its = await aSubscriber()
    const off = { key: 'newsletter_enabled', value: 'false' }
    await its.atDesk({ method: 'POST', url: '/api/settings', payload: off })
    its.pass(5 * 365 * DAY)
    expect((await its.post(its.path, 'List-Unsubscribe=One-Click')).statusCode).toBe(200)
    expect(await its.states()).toEqual({ 'ada@example.com': 'left' })
    expect(
      (await its.post(leavePath('x'.repeat(43)), 'List-Unsubscribe=One-Click')).statusCode,
    ).toBe(200)
  })

  test('leads back in by a new confirmation only: an old one opens nothing', async () => {
    const its = await aNewsletter()
    await its.subscribe('ada@example.com')
    const old = pathIn(its.letters[0], 'confirm')
    await its.post(old)
    const { leave_secret } = await its.shop.db
      .selectFrom('subscribers')
      .selectAll()
      .executeTakeFirstOrThrow()
    await its.post(leavePath(leave_secret))
    await its.post(old)
    expect(await its.states()).toEqual({ 'ada@example.com': 'left' })
    await its.subscribe('ada@example.com')
    expect(await its.states()).toEqual({ 'ada@example.com': 'pending' })
    await its.post(pathIn(its.letters[1], 'confirm'))
    expect(await its.states()).toEqual({ 'ada@example.com': 'subscribed' })
  })

  test('is gone back to by who asked again and did not confirm', async () => {
    const its = await aSubscriber()
    await its.post(its.path)
    await its.subscribe('ada@example.com')
    its.pass(8 * DAY)
    await runJobs(its.shop.shop)
    expect(await its.states()).toEqual({ 'ada@example.com': 'left' })
  })
})

describe('what programs may follow', () => {
  test('changes nothing: GET, HEAD and OPTIONS, of either link', async () => {
    const its = await aNewsletter()
    await its.subscribe('ada@example.com')
    const { leave_secret } = await its.shop.db
      .selectFrom('subscribers')
      .selectAll()
      .executeTakeFirstOrThrow()
    const before = await books(its)
    const paths = [pathIn(its.letters[0], 'confirm'), leavePath(leave_secret)]
    for (const url of paths) {
      for (const method of ['GET', 'HEAD', 'OPTIONS'] as const) {
        const { statusCode } = await its.shop.inject({
          method,
          url: `${url}?from=page&List-Unsubscribe=One-Click`,
        })
        expect(statusCode).toBeLessThan(500)
      }
    }
    expect(await books(its)).toEqual(before)
  })

  test('is kept nowhere, found by nobody, and told to no other site', async () => {
    const its = await aNewsletter()
    await its.subscribe('ada@example.com')
    const url = pathIn(its.letters[0], 'confirm')
    for (const answer of [
      await its.shop.inject({ url }),
      await its.post(url, 'from=page'),
      await its.post(leavePath('x')),
    ]) {
      expect(answer.headers).toMatchObject({
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex, nofollow',
        'referrer-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      })
    }
  })

  test('another site cannot press the button for its visitors', async () => {
    const its = await aNewsletter()
    await its.subscribe('ada@example.com')
    const url = pathIn(its.letters[0], 'confirm')
    const headers = { origin: 'https://evil.example' }
    expect((await its.shop.inject({ method: 'POST', url, headers })).statusCode).toBe(403)
    expect(await its.states()).toEqual({ 'ada@example.com': 'pending' })
  })

  test('a form that is too long is refused', async () => {
    const its = await aNewsletter()
    expect((await its.post(leavePath('x'.repeat(43)), 'x'.repeat(5000))).statusCode).toBe(413)
  })
})
