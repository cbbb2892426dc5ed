import { mailSettings } from '#contract/mail/mail-setup.ts'
import { cardSettings } from '#contract/money/cards.ts'
import { checkupOf } from '#contract/settings/checkup.ts'
import { firstStepsOf } from '#contract/settings/first-steps.ts'
import { HOUR } from '#contract/time/durations.ts'
import type { Config } from '#server/config/config.ts'
import { type App, serve, serveFile } from '#server/http/endpoints.ts'
import { rateLimit } from '#server/http/rate-limit.ts'
import type { Shop } from '#server/shop.ts'
import { changeCards, removeCards, showCards } from './change-cards.ts'
import { changeMail, removeMail, showMail } from './change-mail.ts'
import { composeReport, type LastErrors } from './compose-report.ts'
import { diagnose } from './diagnose.ts'
import { readFirstSteps } from './read-first-steps.ts'

/** Each check pays a few dozen times with test cards; the desk is no place to try found keys. */
const CHECKS = {
  most: 12,
  within: HOUR,
  message: 'That was a lot of checks. Please try again in an hour.',
}

export function setupRoutes(app: App, shop: Shop, place: Config, errors: LastErrors): void {
  const countCheck = place.limits ? rateLimit(shop.now, CHECKS) : () => {}

  serve(app, firstStepsOf.show, () => readFirstSteps(shop))
  const checkUp = () => diagnose({ db: shop.db, config: place, now: shop.now() })
  serve(app, checkupOf.show, checkUp)
  serveFile(app, checkupOf.report, async () => ({
    fileName: 'farmstand-report.txt',
    content: composeReport(place, await checkUp(), errors.lines),
  }))
  serve(app, mailSettings.show, () => showMail(shop, place))
  serve(app, mailSettings.change, ({ body }) => changeMail(shop, place, body))
  serve(app, mailSettings.remove, () => removeMail(shop, place))
  serve(app, cardSettings.show, () => showCards(shop, place))
  serve(app, cardSettings.change, async ({ body }, { request }) => {
    countCheck(request)
    return changeCards(shop, place, body)
  })
  serve(app, cardSettings.remove, ({ body }) => removeCards(shop, place, body))
}
