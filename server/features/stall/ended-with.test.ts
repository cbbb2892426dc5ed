import { describe, expect, test } from 'vitest'
import { HOUR } from '#contract/time/durations.ts'
import { write } from '#server/db/write.ts'
import { preparePassword } from '#server/features/admin/prepare-password.ts'
import { aHelper } from '#tests/a-helper.ts'
import { aMarketMorning } from '#tests/a-market-morning.ts'
import { PASSWORD, signIn } from '#tests/a-shop.ts'
import { aPhone, type Phone } from '#tests/a-stall.ts'
import { CHEAP } from '#tests/cheap-password.ts'

/** What a phone may still do: read its days, read one day, send. */
async function statusesOf(phone: Phone): Promise<number[]> {
  const reads = await phone.get(`/api/stall/days/${phone.dayId}`)
  return [(await phone.get('/api/stall/days')).statusCode, reads.statusCode].concat(
    (await phone.post([])).statusCode,
  )
}

const OPEN = [200, 200, 200]
const ENDED = [401, 401, 401]

async function aHelpersMorning() {
  const its = await aMarketMorning(0)
  const helper = await aHelper(its)
  const phone = await aPhone(its, { dayId: its.dayId, cookie: helper.cookie, label: 'Hers' })
  const ask = (method: 'GET' | 'POST' | 'DELETE', url: string, cookie: string, payload?: object) =>
    its.inject({
      ...{ method, url, headers: { cookie, accept: 'application/json' } },
      ...(payload ? { payload } : {}),
    })
  const devices = async () => {
    const people = (await helper.ask('GET' as 'POST', '/api/people')).json()
    return people.find(({ id }: { id: number }) => id === helper.id).devices
  }
  return { its, helper, hers: phone, ask, devices }
}

describe('a phone may sell no more', () => {
  test('once the linked phone that it was granted by is ended, and another one of that helper may', async () => {
    const { its, helper, hers, devices } = await aHelpersMorning()
    const [{ id }] = await devices()
    const cookie = String((await helper.link(await helper.newSecret())).headers['set-cookie'])
    const second = await aPhone(its, { dayId: its.dayId, cookie: cookie.split(';')[0] ?? '' })
    expect((await helper.ask('DELETE', `/api/devices/${id}`)).statusCode).toBe(204)
    expect(await statusesOf(hers)).toEqual(ENDED)
    expect(await statusesOf(second)).toEqual(OPEN)
    expect(await statusesOf(its.phone)).toEqual(OPEN)
  })

  test('once the linked phone signs out or becomes somebody else’s, or its helper is let go', async () => {
    const { its, helper, hers, ask } = await aHelpersMorning()
    await ask('POST', '/api/admin/logout', helper.cookie)
    expect(await statusesOf(hers)).toEqual(ENDED)
    const otto = await aHelper(its, 'Otto')
    const his = await aPhone(its, { dayId: its.dayId, cookie: otto.cookie })
    await helper.link(await helper.newSecret(), otto.cookie)
    expect(await statusesOf(his)).toEqual(ENDED)
    const ann = await aHelper(its, 'Ann')
    const anns = await aPhone(its, { dayId: its.dayId, cookie: ann.cookie })
    await ask('DELETE', `/api/people/${ann.id}`, ann.farmer)
    expect(await statusesOf(anns)).toEqual(ENDED)
    const open = its.db.selectFrom('stall_grants').select('person_id').where('ended_at', 'is', null)
    expect(await open.execute()).toEqual([{ person_id: 1 }])
  })

  test.each([
    ['signs out all other browsers', 'DELETE', '/api/admin/sessions', undefined],
    [
      ...(['changes the password', 'POST', '/api/admin/password'] as const),
      { currentPassword: PASSWORD, newPassword: 'seven-hens-on-a-long-fence' },
    ],
  ])(
    'once the farmer %s, but for one of that same browser and those of linked phones',
    async (_, method, url, payload) => {
      const { its, hers } = await aHelpersMorning()
      const cookie = await signIn(its)
      const own = await aPhone(its, { dayId: its.dayId, cookie })
      const headers = { cookie, accept: 'application/json' }
      const request = { method: method as 'POST', url, headers, ...(payload ? { payload } : {}) }
      expect((await its.inject(request)).statusCode).toBe(204)
      expect(await statusesOf(its.phone)).toEqual(ENDED)
      expect(await statusesOf(own)).toEqual(OPEN)
      expect(await statusesOf(hers)).toEqual(OPEN)
    },
  )

  test('once the shop starts with another ADMIN_PASSWORD, but for those of linked phones', async () => {
    const { its, hers } = await aHelpersMorning()
    const password = { adminPassword: 'seven-hens-on-a-long-fence', passwordCost: CHEAP }
    await preparePassword(its.db, { ...password, publicUrl: null }, its.clock.now)
    expect(await statusesOf(its.phone)).toEqual(ENDED)
    expect(await statusesOf(hers)).toEqual(OPEN)
  })

  test('once the browser that it was granted in is signed out from another one', async () => {
    const { its, ask } = await aHelpersMorning()
    const cookie = await signIn(its)
    const other = await aPhone(its, { dayId: its.dayId, cookie: await signIn(its) })
    const list = (await ask('GET', '/api/admin/sessions', cookie)).json()
    const rows = its.db.selectFrom('stall_grants').select('session_id_hash')
    const row = await rows.where('phone_id', '=', other.deviceId).executeTakeFirstOrThrow()
    const { id } = list.find((one: { id: string }) => row.session_id_hash?.startsWith(one.id))
    expect((await ask('DELETE', `/api/admin/sessions/${id}`, cookie)).statusCode).toBe(204)
    expect(await statusesOf(other)).toEqual(ENDED)
    expect(await statusesOf(its.phone)).toEqual(OPEN)
  })
})

test('a session that is over by itself leaves the two weeks of a phone as they are', async () => {
  const { its, hers } = await aHelpersMorning()
  its.clock.now = new Date(its.clock.now.getTime() + 13 * HOUR)
  expect((await its.phone.get('/api/stall/days')).statusCode).toBe(200)
  const cookie = await signIn(its)
  await its.inject({ method: 'DELETE', url: '/api/admin/sessions', headers: { cookie } })
  expect((await its.phone.get('/api/stall/days')).statusCode).toBe(401)
  expect((await hers.get('/api/stall/days')).statusCode).toBe(200)
})

test('grants of the release before go on, and end with any of their person’s phones or browsers', async () => {
  const { its, hers, devices } = await aHelpersMorning()
  const unknown = { session_id_hash: null, device_secret_hash: null }
  await write(its.db, (tx) => tx.updateTable('stall_grants').set(unknown).execute())
  expect([await statusesOf(its.phone), await statusesOf(hers)]).toEqual([OPEN, OPEN])
  const cookie = await signIn(its)
  const [{ id }] = await devices()
  await its.inject({ method: 'DELETE', url: '/api/admin/sessions', headers: { cookie } })
  expect([await statusesOf(its.phone), await statusesOf(hers)]).toEqual([ENDED, OPEN])
  await its.inject({ method: 'DELETE', url: `/api/devices/${id}`, headers: { cookie } })
  expect(await statusesOf(hers)).toEqual(ENDED)
})
