import { mailSettings } from '#contract/mail/mail-setup.ts'
import { firstStepsOf } from '#contract/settings/first-steps.ts'
import { type App, serve } from '#server/http/serve.ts'
import type { Shop } from '#server/shop.ts'
import { changeMail, type MailSources, removeMail, showMail } from './change-mail.ts'
import { readFirstSteps } from './read-first-steps.ts'

export function setupRoutes(app: App, shop: Shop, place: MailSources): void {
  serve(app, firstStepsOf.show, () => readFirstSteps(shop))
  serve(app, mailSettings.show, () => showMail(shop, place))
  serve(app, mailSettings.change, ({ body }) => changeMail(shop, place, body))
  serve(app, mailSettings.remove, () => removeMail(shop, place))
}
