import { describe, expect, test } from 'vitest'
import { write } from '#server/db/write.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aMailbox } from '#tests/a-mailbox.ts'
import { aProduct, aShop, signIn } from '#tests/a-shop.ts'

const ORIGIN = 'https://farm.example'

const TO_THE_DOOR = {
  deliveryMethod: 'shipping',
  pickupLocation: null,
  shippingAddress: { address: '12 River St', city: 'Custer', state: 'SD', zipCode: '57730' },
}

const CALENDAR_LINK = /https:\/\/farm\.example\/o\/[\w-]{22}\/pickup\.ics/g

const HOURS = { opens: '15:00', closes: '18:00', orderDays: 1, orderTime: '20:00' }

async function aFarmWithMail() {
  const shop = await aShop({ env: { PUBLIC_URL: ORIGIN } })
  const { letters, mailer } = aMailbox()
  const eggs = await aProduct(shop.db, { name: 'Eggs', price: 2500, stock: 100 })
  const headers = { cookie: await signIn(shop), origin: ORIGIN }
  const call = async (method: 'POST' | 'PUT', url: string, payload: object) => {
    const answer = await shop.inject({ method, url, headers, payload })
    expect(answer.statusCode, answer.body).toBeLessThan(300)
    await shop.settled()
    return answer.json()
  }
  const makeDay = (placeId: number) =>
    call('POST', '/api/market-days', { placeId, days: ['2026-12-02'], ...HOURS })
  return {
    shop,
    headers,
    call,
    makeDay,
    /** An order's mails as text; paid with live money unless `then` is given. */
    async mailsOf(more: Record<string, unknown>, then?: (id: number) => Promise<unknown>) {
      // No mail goes out until the order is complete.
      shop.shop.mail = null
      const { id } = (await aKeyedBuyer(shop).buy(orderBody([[eggs, 1]], more))).json()
      const real = { provider: 'stripe', livemode: true } as const
      if (!then) await write(shop.db, (tx) => tx.updateTable('payments').set(real).execute())
      shop.shop.mail = mailer
      shop.shop.sendMails()
      await shop.settled()
      await then?.(id)
      return letters.map(({ text }) => text.replaceAll(CALENDAR_LINK, '…'))
    },
  }
}

describe('the confirmation of an order', () => {
  test('for the farmer’s own place tells its day, hours, address, map and notes', async () => {
    const { call, makeDay, mailsOf } = await aFarmWithMail()
    const stand = { name: 'Elm St. Stand', address: '9 Elm St.', note: 'Row B.' }
    const draft = { kind: 'pickup', mapUrl: 'https://maps.example/9?a=1&b=2', ...stand }
    const { id } = await call('POST', '/api/places', draft)
    await makeDay(id)
    await call('POST', '/api/settings', { key: 'pickup_note', value: 'Bring a bag.' })
    const wishes = { pickupName: 'Sam Lee', isGift: true }
    const [text] = await mailsOf({ pickupLocation: 'elm_st_stand', ...wishes })
    expect(text).toContain(
      [
        'We’ll have it ready for pickup:',
        'Wednesday, December 2, 3pm to 6pm\nElm St. Stand\n9 Elm St.\n' +
          'Map: https://maps.example/9?a=1&b=2\nAdd to calendar: …',
        'Row B.',
        'Bring a bag.',
        'Sam Lee will pick it up.',
        'This is a gift: the slip in the box shows no prices.',
        'Forgot something? Add to this order by Tuesday, Dec 1, 8 PM.',
      ].join('\n\n'),
    )
  })

  test('to the door tells the day of its zone', async () => {
    const { makeDay, mailsOf, shop } = await aFarmWithMail()
    const { id } = await shop.db
      .selectFrom('places')
      .select('id')
      .where('key', '=', 'delivery')
      .executeTakeFirstOrThrow()
    await makeDay(id)
    const [dated] = await mailsOf(TO_THE_DOOR)
    expect(dated).toContain(
      'We’ll deliver it:\n\nWednesday, December 2, 3pm to 6pm\nTo 12 River St, Custer, SD 57730\n' +
        'Add to calendar: …\n\n',
    )
    expect(dated).not.toContain('set up a day')
  })

  test('says until when more may be added, in a full day too, whose box is there; on a closed one not', async () => {
    const { shop, mailsOf } = await aFarmWithMail()
    const [text] = await mailsOf({})
    const more = 'Add to this order by Friday, 11:59 PM.'
    expect(text).toContain(more)
    const set = (change: object) =>
      write(shop.db, (tx) =>
        tx.updateTable('market_days').set(change).where('day', '=', '2026-11-21').execute(),
      )
    const cookie = await signIn(shop)
    const textNow = async () =>
      (await shop.inject({ url: '/api/mails', headers: { cookie } })).json()[0].text
    await set({ capacity: 2, taken: 2 })
    expect(await textNow()).toContain(more)
    await set({ state: 'closed' })
    expect(await textNow()).not.toContain(more)
  })
})

describe('a mail about money that comes back', () => {
  test('of a part tells where and when the rest is', async () => {
    const { call, mailsOf } = await aFarmWithMail()
    const mails = await mailsOf({}, (id) =>
      call('POST', `/api/orders/${id}/refunds`, {
        id: crypto.randomUUID(),
        amount: 5,
        reason: 'One was broken',
      }),
    )
    expect(mails.at(-1)).toContain(
      'Reason: One was broken.\n\n' +
        'We’ll have it ready for pickup:\n\n' +
        'Saturday, November 21, 9am to noon\nFarmers market\n\n',
    )
  })

  test('of a cancelled order says that there is nothing to pick up', async () => {
    const { shop, headers, call, mailsOf } = await aFarmWithMail()
    const mails = await mailsOf({}, (id) =>
      call('PUT', `/api/orders/${id}/status`, { status: 'cancelled' }),
    )
    expect(mails.at(-1)).toContain(
      'There is nothing to pick up at the farmers market on Saturday, November 21.',
    )
    const shown = (await shop.inject({ url: '/api/mails', headers })).json()
    expect(shown.at(-1).text).not.toContain('We will have it ready')
  })
})
