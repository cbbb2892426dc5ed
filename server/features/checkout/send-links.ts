import { formatDollars } from '#contract/money/money.ts'
import { pickupPath } from '#contract/orders/pickup-link.ts'
import { settingValue } from '#contract/settings/setting-table.ts'
import { formatList } from '#contract/text/format-list.ts'
import { farmDates, formatLongDay } from '#contract/time/date-format.ts'
import { layOut } from '#server/features/mail/mail-layout.ts'
import { sender } from '#server/features/mail/send-mails.ts'

/** Contains nothing that was typed, since anyone can type anyone's address. */
export const sendLinks = sender({
  queue: 'requests',
  what: 'send a link to an order',
  maxRound: 20_000,
  limitedWith: ['requests'],
  compose: async (db, { recipient: to, request_key, secret }, farm) => {
    const requests = db.selectFrom('pickup_requests').selectAll()
    const request = await requests.where('checkout_key', '=', request_key ?? '').executeTakeFirst()
    if (!request?.basket || secret === null) return null
    const { lines, marketDay, orderData } = request.basket
    const places = db.selectFrom('places').select('name')
    const place = await places.where('key', '=', orderData.pickupLocation ?? '').executeTakeFirst()
    const goods = formatList(lines.map(({ name, quantity }) => `${quantity} × ${name}`))
    const what = `${goods} for ${formatDollars(request.total_cents)}, to pay at pickup`
    const where = [place?.name, marketDay && formatLongDay(marketDay.day)].filter(Boolean)
    const order = `${[what, ...where].join(', ')}.`
    const ignored = 'If it wasn’t you, ignore this email: nothing is ordered.'
    const time = farmDates(settingValue(farm.settings, 'time_zone')).formatTime(request.ends_at)
    const why = request.error_message
    const title = why ? 'Your order didn’t go through' : 'One more step'
    const rest = why
      ? [why]
      : [
          `To place the order, open this page by ${time} and press the button.`,
          { text: 'See my order', url: farm.linkOrigin + pickupPath(secret) },
        ]
    const sentences = [`Someone asked us for this order: ${order}`, ...rest, ignored]
    const subject = why ? title : 'Is this your order?'
    return { to, ...layOut({ subject, title, sentences }, farm) }
  },
})
