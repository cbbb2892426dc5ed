import { mailSettings } from '#contract/mail/mail-setup.ts'
import { firstStepsOf } from '#contract/settings/first-steps.ts'
import { type App, type Call, serve } from '#server/http/serve.ts'
import type { Shop } from '#server/shop.ts'
import { changeMail, type MailSources, removeMail, showMail } from './change-mail.ts'
import { readFirstSteps } from './read-first-steps.ts'

type SetupOptions = {
  place: MailSources
  requirePassword: (password: string, call: Call) => Promise<void>
}

export function setupRoutes(app: App, shop: Shop, { place, requirePassword }: SetupOptions): void {
  serve(app, firstStepsOf.show, () => readFirstSteps(shop))
  serve(app, mailSettings.show, () => showMail(shop, place))
  serve(app, mailSettings.change, async ({ body }, call) => {
    await requirePassword(body.currentPassword, call)
    return changeMail(shop, place, body)
  })
  serve(app, mailSettings.remove, async ({ body }, call) => {
    await requirePassword(body.currentPassword, call)
    return removeMail(shop, place)
  })
}
