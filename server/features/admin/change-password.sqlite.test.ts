import { expect, test } from 'vitest'
import { type AShop, aShop, PASSWORD, signIn } from '#tests/a-shop.ts'

const NEW = 'eight brown hens'

function change(
  shop: AShop,
  cookie: string,
  payload: object = { currentPassword: PASSWORD, newPassword: NEW },
) {
  const headers = { cookie, accept: 'application/json' }
  return shop.inject({ method: 'POST', url: '/api/admin/password', headers, payload })
}

async function statusOfLogin(shop: AShop, password: string): Promise<number> {
  return (await shop.inject({ method: 'POST', url: '/api/admin/login', payload: { password } }))
    .statusCode
}

async function isIn(shop: AShop, cookie: string): Promise<boolean> {
  return (await shop.inject({ url: '/api/admin/session', headers: { cookie } })).statusCode === 200
}

test('a new password opens the desk from then on, and the old one no longer', async () => {
  const shop = await aShop()
  const changed = await change(shop, await signIn(shop))
  expect([changed.statusCode, changed.body]).toEqual([204, ''])
  expect([await statusOfLogin(shop, PASSWORD), await statusOfLogin(shop, NEW)]).toEqual([401, 200])
})

test('it ends every session but the one that changed it', async () => {
  const shop = await aShop()
  const [here, phone, thief] = [await signIn(shop), await signIn(shop), await signIn(shop)]
  await change(shop, here)
  expect([await isIn(shop, here), await isIn(shop, phone), await isIn(shop, thief)]).toEqual([
    true,
    false,
    false,
  ])
})

test('it leaves a row in the history, in which no password and no hash stands', async () => {
  const shop = await aShop()
  await change(shop, await signIn(shop))
  const rows = await shop.db
    .selectFrom('audit')
    .selectAll()
    .where('subject', '=', 'password')
    .execute()
  expect(rows).toMatchObject([
    { action: 'changed', subject: 'password', before: null, after: null },
  ])
})

const REFUSED: [payload: object, field: string, sentence: RegExp][] = [
  [{ currentPassword: 'a guess' }, 'currentPassword', /not the current/],
  [{ currentPassword: '' }, 'currentPassword', /enter the current/],
  [{ newPassword: '7 hens!' }, 'newPassword', /At least 8/],
  [{ newPassword: 'x'.repeat(201) }, 'newPassword', /At most 200/],
  [{ newPassword: 'Password1!' }, 'newPassword', /easy to guess/],
  // Named after the shop.
  [{ newPassword: 'farmstand1' }, 'newPassword', /easy to guess/],
  [{ newPassword: PASSWORD }, 'newPassword', /already your password/],
]

test('a wrong one is refused at its field and changes nothing', async () => {
  const shop = await aShop()
  const [here, phone] = [await signIn(shop), await signIn(shop)]
  for (const [wrong, field, sentence] of REFUSED) {
    const typed = { currentPassword: PASSWORD, newPassword: NEW, ...wrong }
    const refused = await change(shop, here, typed)
    const message = expect.stringMatching(sentence)
    expect([refused.statusCode, refused.json()]).toEqual([400, { code: 'invalid', message, field }])
  }
  expect([await statusOfLogin(shop, PASSWORD), await isIn(shop, phone)]).toEqual([200, true])
  const changes = await shop.db
    .selectFrom('audit')
    .select('id')
    .where('subject', '=', 'password')
    .execute()
  expect(changes).toEqual([])
})

test('of two changes at once one is made', async () => {
  const shop = await aShop()
  const here = await signIn(shop)
  const both = await Promise.all(
    [NEW, 'nine brown hens'].map((newPassword) =>
      change(shop, here, { currentPassword: PASSWORD, newPassword }),
    ),
  )
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([204, 400])
})

test('while ADMIN_PASSWORD is set the change is refused in words, and the desk can know before', async () => {
  const shop = await aShop({ env: { ADMIN_PASSWORD: PASSWORD } })
  const cookie = await signIn(shop)
  const answer = await shop.inject({ url: '/api/admin/password', headers: { cookie } })
  expect(answer.json()).toEqual({ isFixed: true })
  const refused = await change(shop, cookie)
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    'The password is set by ADMIN_PASSWORD. Change it there and restart the shop, or take it out there to change it here.',
  ])
  expect([await statusOfLogin(shop, PASSWORD), await statusOfLogin(shop, NEW)]).toEqual([200, 401])
})

test('without it the desk knows that it may', async () => {
  const shop = await aShop()
  const answer = await shop.inject({
    url: '/api/admin/password',
    headers: { cookie: await signIn(shop) },
  })
  expect(answer.json()).toEqual({ isFixed: false })
})

test('ten guesses of a signed-in browser cost it its own place: the next one waits among the unknown', async () => {
  const shop = await aShop({ env: { LIMITS: 'on' } })
  const cookie = await signIn(shop)
  const guess = () => change(shop, cookie, { currentPassword: 'a guess', newPassword: NEW })
  // The clock stands still, so this second's one turn for unknown browsers is gone.
  for (let tries = 0; tries < 10; tries++) expect((await guess()).statusCode).toBe(400)
  const eleventh = guess()
  expect(
    await Promise.race([eleventh, new Promise((resolve) => setTimeout(resolve, 500, 'waits'))]),
  ).toBe('waits')
  await shop.close()
  expect((await eleventh).statusCode).toBe(503)
})

test('a new password makes every other browser unknown at the gate', async () => {
  const shop = await aShop()
  const [here] = [await signIn(shop), await signIn(shop)]
  await change(shop, here)
  const [own, ...others] = await shop.db.selectFrom('known_devices').selectAll().execute()
  const session = await shop.db.selectFrom('admin_sessions').selectAll().executeTakeFirst()
  expect([own?.id_hash, others]).toEqual([session?.device_hash, []])
})
