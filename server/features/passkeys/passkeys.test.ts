import { describe, expect, test } from 'vitest'
import type { DeskSession } from '#contract/people/admin.ts'
import { CHALLENGE_MINUTES } from '#contract/people/passkeys.ts'
import { MINUTE } from '#contract/time/durations.ts'
import { write } from '#server/db/write.ts'
import { aHelper } from '#tests/a-helper.ts'
import { aBrowserAt, aFarmersPasskey } from '#tests/a-passkey.ts'
import { type AShop, aShop } from '#tests/a-shop.ts'
import { anAuthenticator } from '#tests/an-authenticator.ts'
import { warningOfName } from './passkey-rows.ts'

const later = (shop: AShop, ms: number) => {
  shop.clock.now = new Date(shop.clock.now.getTime() + ms)
}

const REFUSED = {
  code: 'passkey-refused',
  message: 'This passkey doesn’t work here. Try again, or sign in another way.',
}

describe('a passkey', () => {
  test('is added with the password, opens the desk without it, and the history names it', async () => {
    const shop = await aShop()
    const { device, added } = await aFarmersPasskey(shop)
    expect(added.statusCode).toBe(201)
    expect(added.json()).toMatchObject({ label: 'Phone', site: 'localhost', worksHere: true })
    const other = aBrowserAt(shop)
    expect((await other.ask('GET', '/api/admin/passkey')).json()).toEqual({ isOffered: true })
    const opened = await other.signIn(device)
    expect([opened.statusCode, Object.keys(opened.json())]).toEqual([
      200,
      ['signedInAt', 'expiresAt'],
    ])
    const here = await other.ask('GET', '/api/admin/session')
    expect(here.json().person).toEqual({ name: 'Farmer', role: 'farmer' })
    const list = (await other.ask('GET', '/api/passkeys')).json()
    expect(list.passkeys[0].usedAt).toBe(shop.clock.now.toISOString())
    const { entries } = (await other.ask('GET', '/api/admin/history/all')).json()
    expect(entries.slice(0, 2)).toMatchObject([
      { subject: 'desk', action: 'signed in', after: { passkey: 'Phone' }, person: 'Farmer' },
      { subject: 'passkey:1', action: 'created', after: { name: 'Phone', person: 'Farmer' } },
    ])
  })

  test('has its name changed, and is removed with the sessions that it opened', async () => {
    const shop = await aShop()
    const { browser, device } = await aFarmersPasskey(shop)
    const other = aBrowserAt(shop)
    await other.signIn(device)
    const renamed = await browser.ask('PUT', '/api/passkeys/1', { label: 'Blue phone' })
    expect(renamed.json().label).toBe('Blue phone')
    expect((await browser.ask('DELETE', '/api/passkeys/1')).statusCode).toBe(204)
    expect((await other.ask('GET', '/api/admin/session')).statusCode).toBe(401)
    expect((await browser.ask('GET', '/api/admin/session')).statusCode).toBe(200)
    expect((await other.signIn(device)).json()).toEqual(REFUSED)
    expect((await browser.ask('GET', '/api/admin/passkey')).json()).toEqual({ isOffered: false })
    expect((await browser.ask('DELETE', '/api/passkeys/1')).statusCode).toBe(404)
  })

  test('that is no answer to what was asked is not added', async () => {
    const shop = await aShop()
    const { browser } = await aFarmersPasskey(shop)
    const add = async (...wrong: Parameters<ReturnType<typeof anAuthenticator>['make']>) => {
      const answer = await browser.ask('POST', '/api/passkeys', anAuthenticator().make(...wrong))
      return answer.statusCode
    }
    const begin = () => browser.begin()
    expect(await add(await begin(), 'x', { origin: 'https://evil.example' })).toBe(400)
    expect(await add(await begin(), 'x', { rpId: 'evil.example' })).toBe(400)
    expect(await add(await begin(), 'x', { flags: 0x01 })).toBe(400)
    expect(await add(await begin(), 'x', { format: 'packed' })).toBe(400)
    const stale = await begin()
    expect(await add({ ...stale, challenge: 'A'.repeat(43) })).toBe(400)
    expect(await add(stale)).toBe(400)
    const late = await begin()
    later(shop, CHALLENGE_MINUTES * MINUTE)
    expect(await add(late)).toBe(400)
    expect(await add(await begin(), 'fits')).toBe(201)
    expect(await shop.db.selectFrom('passkeys').select('label').execute()).toHaveLength(2)
  })
})

test('each change leaves one entry in the history', async () => {
  const shop = await aShop()
  const { browser, device } = await aFarmersPasskey(shop)
  await browser.signIn(device)
  const spare = anAuthenticator().make(await browser.begin(), 'Spare')
  const rows = () => shop.db.selectFrom('audit').select('id').execute()
  for (const [method, url, body] of [
    ['POST', '/api/passkeys', spare],
    ['PUT', '/api/passkeys/2', { label: 'In the safe' }],
    ['DELETE', '/api/passkeys/2'],
    ['POST', '/api/admin/second-factor'],
    ['POST', '/api/admin/second-factor/removal'],
  ] as const) {
    const before = (await rows()).length
    expect((await browser.ask(method, url, body)).statusCode, url).toBeLessThan(300)
    expect((await rows()).length, url).toBe(before + 1)
  }
})

describe('a sign-in is refused, always in the same words,', () => {
  type Case = Awaited<ReturnType<typeof aFarmersPasskey>> & { shop: AShop }
  const CASES: Record<string, (of: Case) => Promise<{ json(): unknown; statusCode: number }>> = {
    'from another origin': async ({ browser, device }) =>
      browser.show(device.answer(await browser.challenge(), { origin: 'https://evil.example' })),
    'for another name': async ({ browser, device }) =>
      browser.show(device.answer(await browser.challenge(), { rpId: 'evil.example' })),
    'where nobody touched the device': async ({ browser, device }) =>
      browser.show(device.answer(await browser.challenge(), { flags: 0x00 })),
    'where a touch was all': async ({ browser, device }) =>
      browser.show(device.answer(await browser.challenge(), { flags: 0x01 })),
    'a second time with the same answer': async ({ browser, device }) => {
      const answer = device.answer(await browser.challenge())
      expect((await browser.show(answer)).statusCode).toBe(200)
      return browser.show(answer)
    },
    'a second time, with the cookie of the first': async ({ browser, device }) => {
      const request = await browser.challenge()
      const cookie = browser.jar.get('farmstand_passkey') ?? ''
      expect((await browser.show(device.answer(request))).statusCode).toBe(200)
      browser.jar.set('farmstand_passkey', cookie)
      return browser.show(device.answer(request))
    },
    'five minutes later': async ({ shop, browser, device }) => {
      const request = await browser.challenge()
      later(shop, CHALLENGE_MINUTES * MINUTE)
      return browser.show(device.answer(request))
    },
    'in another browser than the one that was asked': async ({ shop, browser, device }) =>
      aBrowserAt(shop).show(device.answer(await browser.challenge())),
    'with what another browser was asked': async ({ shop, browser, device }) => {
      const other = aBrowserAt(shop)
      const request = await browser.challenge()
      await other.challenge()
      return other.show(device.answer(request))
    },
    'with what a new passkey was asked': async ({ browser, device }) => {
      const { challenge } = await browser.begin()
      const request = { challenge, rpId: 'localhost', timeout: 1, userVerification: 'required' }
      return browser.show(device.answer(request as Parameters<typeof device.answer>[0]))
    },
    'as somebody else': async ({ browser, device }) => {
      const userHandle = Buffer.from('person:2').toString('base64url')
      return browser.show(device.answer(await browser.challenge(), { userHandle }))
    },
    'by an unknown passkey': async ({ browser }) => {
      const stranger = anAuthenticator()
      const userHandle = Buffer.from('person:1').toString('base64url')
      return browser.show(stranger.answer(await browser.challenge(), { userHandle }))
    },
    'by the id of one and the key of another': async ({ browser, device }) => {
      const request = await browser.challenge()
      const { id } = device.answer(request)
      const userHandle = Buffer.from('person:1').toString('base64url')
      return browser.show({ ...anAuthenticator().answer(request, { userHandle }), id })
    },
    'with bytes that mean nothing': async ({ browser, device }) => {
      const answer = device.answer(await browser.challenge())
      return browser.show({ ...answer, authenticatorData: 'AAAA', clientDataJSON: 'AAAA' })
    },
  }

  test('whatever is wrong with it', async () => {
    const shop = await aShop()
    const of = await aFarmersPasskey(shop)
    for (const [what, refuse] of Object.entries(CASES)) {
      const refused = await refuse({ ...of, shop })
      expect([what, refused.statusCode, refused.json()]).toEqual([what, 401, REFUSED])
      // Otherwise it was right.
      expect((await aBrowserAt(shop).signIn(of.device)).statusCode, what).toBe(200)
    }
  })

  test('by a copy, whose count goes back: it is stopped, its sessions end, and the history says so', async () => {
    const shop = await aShop()
    const { browser, device } = await aFarmersPasskey(shop)
    const inside = aBrowserAt(shop)
    await inside.signIn(device)
    const other = aBrowserAt(shop)
    const copied = await other.show(device.answer(await other.challenge(), { counter: 1 }))
    expect([copied.statusCode, copied.json()]).toEqual([401, REFUSED])
    expect((await inside.ask('GET', '/api/admin/session')).statusCode).toBe(401)
    expect((await other.signIn(device)).json()).toEqual(REFUSED)
    const { passkeys } = (await browser.ask('GET', '/api/passkeys')).json()
    expect(passkeys[0]).toMatchObject({ stoppedAt: shop.clock.now.toISOString(), worksHere: false })
    const { entries } = (await browser.ask('GET', '/api/admin/history/all')).json()
    expect(entries[0]).toMatchObject({ subject: 'passkey:1', action: 'stopped' })
  })

  test('but one that never counts stays good', async () => {
    const shop = await aShop()
    const { browser, device } = await aFarmersPasskey(shop)
    for (const times of [1, 2, 3]) {
      const opened = await browser.show(device.answer(await browser.challenge(), { counter: 0 }))
      expect(opened.statusCode, String(times)).toBe(200)
    }
  })
})

test('a passkey belongs to the shop’s name: under another it is neither offered nor good', async () => {
  const shop = await aShop()
  const { device } = await aFarmersPasskey(shop)
  await write(shop.db, (tx) => tx.updateTable('passkeys').set({ rp_id: 'old.example' }).execute())
  const browser = aBrowserAt(shop)
  expect((await browser.ask('GET', '/api/admin/passkey')).json()).toEqual({ isOffered: false })
  expect((await browser.signIn(device)).json()).toEqual(REFUSED)
  expect(await warningOfName(shop.db, 'https://new.example')).toMatch(
    /made for old\.example and don’t work at new\.example/,
  )
  for (const publicUrl of ['https://old.example', null])
    expect(await warningOfName(shop.db, publicUrl)).toBeNull()
  const bare = aBrowserAt(shop, '', '127.0.0.1')
  await bare.password()
  const list = (await bare.ask('GET', '/api/passkeys')).json()
  expect(list.whyNot).toContain('PUBLIC_URL')
  expect(list.passkeys[0]).toMatchObject({ site: 'old.example', worksHere: false })
  const begun = await bare.ask('POST', '/api/passkeys/challenge')
  expect([begun.statusCode, begun.json().code]).toEqual([409, 'change-impossible'])
})

describe('a helper', () => {
  test('adds one on the linked phone, comes in by it when the link is gone, and sees nobody else’s', async () => {
    const shop = await aShop()
    const { browser } = await aFarmersPasskey(shop)
    const { id, cookie, ask } = await aHelper(shop)
    const phone = aBrowserAt(shop, cookie)
    const device = anAuthenticator()
    const added = await phone.ask('POST', '/api/passkeys', device.make(await phone.begin()))
    expect([added.statusCode, added.json().personId]).toEqual([201, id])
    const list = (await phone.ask('GET', '/api/passkeys')).json()
    expect([list.passkeys.length, list.secondFactor]).toEqual([1, null])
    for (const [method, body] of [['PUT', { label: 'Mine' }], ['DELETE']] as const)
      expect((await phone.ask(method, '/api/passkeys/1', body)).statusCode).toBe(404)
    const found = aBrowserAt(shop)
    expect((await found.signIn(device)).statusCode).toBe(200)
    const here = (await found.ask('GET', '/api/admin/session')).json()
    expect(here.person).toEqual({ name: 'Hanna', role: 'helper' })
    expect((await found.ask('GET', '/api/orders')).statusCode).toBe(403)
    expect((await found.ask('GET', '/api/days')).statusCode).toBe(200)
    const sessions = (await browser.ask('GET', '/api/admin/sessions')).json<DeskSession[]>()
    expect(new Set(sessions.map(({ person }) => person))).toEqual(new Set(['Farmer', 'Hanna']))
    await ask('DELETE', `/api/people/${id}`)
    expect((await found.ask('GET', '/api/admin/session')).statusCode).toBe(401)
    expect((await found.signIn(device)).json()).toEqual(REFUSED)
    expect(await shop.db.selectFrom('passkeys').selectAll().execute()).toHaveLength(1)
  })
})

describe('tries', () => {
  test('are 40 a minute from one address', async () => {
    const shop = await aShop({ env: { LIMITS: 'on' } })
    const browser = aBrowserAt(shop)
    for (let time = 0; time < 40; time++) await browser.challenge()
    const refused = await browser.ask('POST', '/api/admin/passkey/challenge')
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'too-often'])
  })

  test('of strangers leave nothing behind, and keep no browser out that the desk never saw', async () => {
    const shop = await aShop()
    const { device } = await aFarmersPasskey(shop)
    const rows = () => shop.db.selectFrom('passkey_challenges').select('expires_at').execute()
    later(shop, CHALLENGE_MINUTES * MINUTE)
    const before = await rows()
    for (let time = 0; time < 5; time++) await aBrowserAt(shop).challenge()
    const stranger = aBrowserAt(shop)
    const userHandle = Buffer.from('person:1').toString('base64url')
    const wrong = anAuthenticator().answer(await stranger.challenge(), { userHandle })
    expect((await stranger.show(wrong)).statusCode).toBe(401)
    expect(await rows()).toEqual(before)
    const unknown = aBrowserAt(shop)
    expect((await unknown.signIn(device)).statusCode).toBe(200)
    // An answered challenge is remembered for as long as it could be answered again.
    expect(await rows()).toHaveLength(1)
    later(shop, CHALLENGE_MINUTES * MINUTE)
    expect((await unknown.signIn(device)).statusCode).toBe(200)
    expect(await rows()).toHaveLength(1)
  })

  test('in a cookie that was changed are nobody’s', async () => {
    const shop = await aShop()
    const { browser, device } = await aFarmersPasskey(shop)
    const changes: ((sealed: string) => string)[] = [
      (sealed) => sealed.replace(/~\d{4}/, '~2036'),
      (sealed) => `${'A'.repeat(43)}${sealed.slice(43)}`,
      (sealed) => sealed.slice(0, sealed.lastIndexOf('~') + 1),
    ]
    for (const change of changes) {
      const request = await browser.challenge()
      const sealed = decodeURIComponent(browser.jar.get('farmstand_passkey') ?? '')
      browser.jar.set('farmstand_passkey', encodeURIComponent(change(sealed)))
      const [challenge = ''] = change(sealed).split('~')
      expect((await browser.show(device.answer({ ...request, challenge }))).statusCode).toBe(401)
      browser.jar.set('farmstand_passkey', encodeURIComponent(sealed))
      expect((await browser.show(device.answer(request))).statusCode).toBe(200)
    }
  })
})
