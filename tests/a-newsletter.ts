import { MINUTE } from '#contract/time/durations.ts'
import { write } from '#server/db/write.ts'
import { insertSetting } from '#server/features/settings/change-setting.ts'
import { runJobs } from '#server/jobs.ts'
import type { Letter } from '#server/outside/mail.ts'
import { aMailbox } from './a-mailbox.ts'
import { aShop } from './a-shop.ts'
import { asFarmer } from './at-desk.ts'

export const POSTAL_ADDRESS = 'PO Box 12, Yellow Springs, OH 45387'

export async function aNewsletter() {
  const shop = await aShop({ env: { PUBLIC_URL: 'https://farm.example' } })
  const address = { key: 'postal_address' as const, value: POSTAL_ADDRESS, description: '' }
  await write(shop.db, (tx) => insertSetting(tx, address))
  const { letters, state, mailer } = aMailbox()
  shop.shop.mail = mailer
  const subscribe = async (email: string) => {
    const answer = await shop.inject({
      method: 'POST',
      url: '/api/newsletter/subscribe',
      payload: { email },
    })
    await shop.settled()
    return [answer.statusCode, answer.body] as const
  }
  const post = async (
    path: string,
    payload?: string,
    type = 'application/x-www-form-urlencoded',
  ) => {
    const answer = await shop.inject({
      method: 'POST',
      url: path,
      ...(payload === undefined ? {} : { payload, headers: { 'content-type': type } }),
    })
    await shop.settled()
    return answer
  }
  const atDesk = asFarmer(shop)
  const pass = (minutes: number) => {
    shop.clock.now = new Date(shop.clock.now.getTime() + minutes * MINUTE)
  }
  return {
    shop,
    letters,
    state,
    atDesk,
    subscribe,
    post,
    pass,
    /** Subscribed and confirmed, as if long ago. */
    subscribed: async (...emails: string[]) => {
      for (const email of emails) {
        await subscribe(email)
        await post(pathIn(letters.at(-1), 'confirm'), 'from=page')
      }
      letters.length = 0
    },
    rounds: async (minutes = 1) => {
      for (let minute = 0; minute < minutes; minute++) {
        pass(1)
        await runJobs(shop.shop)
      }
    },
    send: (letter: object = {}) =>
      atDesk({
        method: 'POST',
        url: '/api/newsletter/letters',
        payload: { key: KEY, subject: 'Fresh eggs', body: 'Come and get them.', ...letter },
      }),
    shown: async () => (await atDesk({ url: '/api/newsletter/letters' })).json(),
    states: async () => {
      const rows = await shop.db
        .selectFrom('subscribers')
        .select(['email', 'state'])
        .orderBy('id')
        .execute()
      return Object.fromEntries(rows.map(({ email, state }) => [email, state]))
    },
  }
}

export const KEY = '6f1c1c1e-6a53-4c5c-8f6e-0d6d3c1f2a10'

export type ANewsletter = Awaited<ReturnType<typeof aNewsletter>>

export function pathIn(letter: Letter | undefined, kind: 'confirm' | 'unsubscribe'): string {
  const [path = ''] = new RegExp(`/newsletter/${kind}/[\\w-]+`).exec(letter?.text ?? '') ?? []
  return path
}

export async function aCrowd({ shop }: ANewsletter, count: number): Promise<void> {
  const asked_at = '2026-01-01T00:00:00.000Z'
  const empty = {
    consent: 'Yes',
    asked_at,
    confirmed_at: asked_at,
    left_at: null,
    state: 'subscribed' as const,
  }
  const rows = Array.from({ length: count }, (_, one) => ({
    ...empty,
    email: `p${one}@example.com`,
    email_key: `p${one}@example.com`,
    leave_secret: `${one}`.padStart(43, '_'),
  }))
  await write(shop.db, async (tx) => {
    for (let start = 0; start < count; start += 1000)
      await tx
        .insertInto('subscribers')
        .values(rows.slice(start, start + 1000))
        .execute()
  })
}
