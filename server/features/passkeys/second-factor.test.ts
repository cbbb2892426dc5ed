import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { FRESH_MINUTES } from '#contract/people/admin.ts'
import { MINUTE } from '#contract/time/durations.ts'
import { aBrowserAt, aFarmersPasskey } from '#tests/a-passkey.ts'
import { type AShop, aProcessBeside, aShop, PASSWORD } from '#tests/a-shop.ts'
import { anAuthenticator } from '#tests/an-authenticator.ts'
import RECORDED from '#tests/fixtures/sign-in-answers.json' with { type: 'json' }
import { isShortOnPostgres } from '#tests/length-of-run.ts'

const run = promisify(execFile)

const later = (shop: AShop, ms: number) => {
  shop.clock.now = new Date(shop.clock.now.getTime() + ms)
}

/** A desk that also asks for a passkey, switched on by the browser that tried it. */
async function aGuardedDesk(shop: AShop) {
  const before = await aFarmersPasskey(shop)
  const browser = aBrowserAt(shop)
  await browser.signIn(before.device)
  const on = await browser.ask('POST', '/api/admin/second-factor')
  return { ...before, former: before.browser, browser, on }
}

function switchOffByCommand({ config: { dataDir, databaseUrl } }: AShop) {
  const command = resolve(import.meta.dirname, '../../../scripts/farmstand.js')
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' }
  return run(process.execPath, [command, 'passkeys-off'], { env })
}

const login = (shop: AShop, password: string, accept = 'application/json') =>
  shop.inject({
    ...{ method: 'POST', url: '/api/admin/login', payload: { password } },
    headers: { accept },
  })

describe('the second factor', () => {
  test('is switched on only by the session that a passkey opened a moment ago', async () => {
    const shop = await aShop()
    const { browser, device } = await aFarmersPasskey(shop)
    const on = async () => (await browser.ask('POST', '/api/admin/second-factor')).statusCode
    const isTried = async () =>
      (await browser.ask('GET', '/api/passkeys')).json().secondFactor.isTried
    expect([await isTried(), await on()]).toEqual([false, 409])
    // Trying it in another browser doesn't count here.
    await aBrowserAt(shop).signIn(device)
    expect([await isTried(), await on()]).toEqual([false, 409])
    await browser.signIn(device)
    later(shop, FRESH_MINUTES * MINUTE)
    expect([await isTried(), await on()]).toEqual([false, 409])
    expect((await login(shop, PASSWORD)).statusCode).toBe(200)
    await browser.signIn(device)
    expect([await isTried(), await on()]).toEqual([true, 204])
    const { secondFactor } = (await browser.ask('GET', '/api/passkeys')).json()
    expect(secondFactor.since).toBe(shop.clock.now.toISOString())
  })

  test('makes the password alone too little, says what to do, and ends what it had opened; a passkey is enough', async () => {
    const shop = await aShop()
    const { former, browser, device, on } = await aGuardedDesk(shop)
    expect(on.statusCode).toBe(204)
    expect((await former.ask('GET', '/api/admin/session')).statusCode).toBe(401)
    const right = await login(shop, PASSWORD)
    expect([right.statusCode, right.cookies]).toEqual([401, []])
    expect(right.json()).toMatchObject({
      code: 'passkey-needed',
      message: expect.stringContaining('passkeys-off'),
    })
    const wrong = await login(shop, 'a guess')
    expect([wrong.statusCode, wrong.json().code]).toEqual([401, 'wrong-password'])
    expect((await aBrowserAt(shop).signIn(device)).statusCode).toBe(200)
    await login(shop, PASSWORD)
    const { entries } = (await browser.ask('GET', '/api/admin/history/all')).json()
    const told = entries.filter(({ subject }: { subject: string }) =>
      /^password-alone/.test(subject),
    )
    expect(told).toMatchObject([{ action: 'refused', after: { times: 2 } }])
    const { wrongTriesToday } = (await browser.ask('GET', '/api/admin/notices')).json()
    expect(wrongTriesToday).toBe(1)
  })

  test('keeps the last passkey that opens the desk', async () => {
    const shop = await aShop()
    const { browser } = await aGuardedDesk(shop)
    const last = await browser.ask('DELETE', '/api/passkeys/1')
    expect([last.statusCode, last.json().code]).toEqual([409, 'change-impossible'])
    const spare = anAuthenticator().make(await browser.begin(), 'Key in the safe')
    expect((await browser.ask('POST', '/api/passkeys', spare)).statusCode).toBe(201)
    expect((await browser.ask('DELETE', '/api/passkeys/1')).statusCode).toBe(204)
    expect((await browser.ask('DELETE', '/api/passkeys/2')).statusCode).toBe(409)
  })

  test('is switched off at the desk by whoever gave the passkey lately; the history knows both', async () => {
    const shop = await aShop()
    const { browser, device } = await aGuardedDesk(shop)
    const off = () => browser.ask('POST', '/api/admin/second-factor/removal')
    later(shop, FRESH_MINUTES * MINUTE)
    expect((await off()).json().code).toBe('sign-in-again')
    expect((await login(shop, PASSWORD)).statusCode).toBe(401)
    await browser.signIn(device)
    expect((await off()).statusCode).toBe(204)
    expect((await login(shop, PASSWORD)).statusCode).toBe(200)
    const { entries } = (await browser.ask('GET', '/api/admin/history/all')).json()
    const told = entries.filter(({ subject }: { subject: string }) => subject === 'second-factor')
    expect(told.map(({ action }: { action: string }) => action)).toEqual(['off', 'on'])
  })

  test('is switched off by a command beside the running shop, and once more with nothing to do', async () => {
    const shop = await aShop()
    const { browser } = await aGuardedDesk(shop)
    const off = () => switchOffByCommand(shop)
    expect((await off()).stdout).toContain('Password only is back on.')
    expect((await login(shop, PASSWORD)).statusCode).toBe(200)
    expect((await off()).stdout).toContain('nothing was changed')
    const { entries } = (await browser.ask('GET', '/api/admin/history/all')).json()
    expect(entries[1]).toMatchObject({ subject: 'second-factor', action: 'off', person: null })
  })
})

// On PostgreSQL it is the same database, whether a shop runs beside or not.
test.skipIf(isShortOnPostgres())(
  'the second factor of a stopped shop is switched off by the same command',
  async () => {
    const shop = await aShop()
    await aGuardedDesk(shop)
    await shop.close()
    expect((await switchOffByCommand(shop)).stdout).toContain('Password only is back on.')
    const again = await aProcessBeside(shop)
    expect((await login(again, PASSWORD)).statusCode).toBe(200)
  },
)

test('while it is off, a sign-in is answered byte for byte as by the release before passkeys', async () => {
  const shop = await aShop()
  const shaped = (text: string) =>
    text.replace(/[\w-]{43}/g, 'SECRET').replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'INSTANT')
  for (const { password, accept, told } of RECORDED) {
    const { statusCode, headers, body } = await login(shop, password, accept)
    const { date: _, 'x-request-id': __, ...rest } = headers
    expect(shaped(JSON.stringify([statusCode, rest, body])), `${password} ${accept}`).toBe(told)
  }
})
