import { passkeys } from '#contract/people/passkeys.ts'
import type { KnownDevices } from '#server/features/admin/known-devices.ts'
import { switchOffSecondFactor } from '#server/features/admin/second-factor.ts'
import type { AdminSessions } from '#server/features/admin/sessions.ts'
import type { CookieJar } from '#server/http/cookies.ts'
import { type App, type Call, serve } from '#server/http/endpoints.ts'
import { visitOf } from '#server/http/gates.ts'
import { rateLimit } from '#server/http/rate-limit.ts'
import type { Shop } from '#server/shop.ts'
import { CHALLENGE_MS, challenges } from './challenges.ts'
import {
  addPasskey,
  creationOptions,
  listPasskeys,
  type PasskeyCaller,
  removePasskey,
  renamePasskey,
  requirePasskeyToo,
} from './edit-passkeys.ts'
import { isAnyOffered, warningOfName } from './passkey-rows.ts'
import { requireSite, siteOf } from './passkey-site.ts'
import { signInByPasskey } from './sign-in-by-passkey.ts'

/** Per address; each sign-in takes two calls, the challenge and the answer. */
const TRIES = {
  most: 40,
  within: 60_000,
  message: 'Too many tries. Please wait a minute.',
}

type PasskeyOptions = {
  sessions: AdminSessions
  devices: KnownDevices
  cookies: CookieJar
  publicUrl: string | null
  limits: boolean
}

export function passkeyRoutes(app: App, shop: Shop, options: PasskeyOptions): void {
  const { sessions, devices, cookies, publicUrl, limits } = options
  const open = challenges(shop.db, cookies, shop.now)
  const countTry = limits ? rateLimit(shop.now, TRIES) : () => {}
  const asking = ({ request }: Call): PasskeyCaller => ({
    ...visitOf(request),
    site: siteOf(request, publicUrl),
  })

  app.addHook('onReady', async () => {
    const warning = await warningOfName(shop.db, publicUrl)
    if (warning) app.log.warn(warning)
  })
  serve(app, passkeys.offer, async (_, { request }) => {
    const site = siteOf(request, publicUrl)
    return { isOffered: site !== null && (await isAnyOffered(shop.db, site)) }
  })
  serve(app, passkeys.challenge, async (_, call) => {
    countTry(call.request)
    const site = requireSite(call.request, publicUrl)
    return {
      challenge: await open.make(call, null),
      rpId: site.id,
      timeout: CHALLENGE_MS,
      userVerification: 'required' as const,
    }
  })
  serve(app, passkeys.signIn, async ({ body }, call) => {
    countTry(call.request)
    const site = siteOf(call.request, publicUrl)
    return signInByPasskey(shop, { sessions, devices, challenges: open }, body, { site, call })
  })

  serve(app, passkeys.list, (_, call) => listPasskeys(shop, asking(call)))
  serve(app, passkeys.begin, async (_, call) => {
    const { person } = visitOf(call.request)
    const made = await creationOptions(shop, person, requireSite(call.request, publicUrl))
    return { ...made, challenge: await open.make(call, person.id) }
  })
  serve(app, passkeys.add, async ({ body }, call) => {
    const { person, source } = visitOf(call.request)
    const site = requireSite(call.request, publicUrl)
    const challenge = await open.read(call, person.id)
    return addPasskey(shop, body, { challenge, site, person, source })
  })
  serve(app, passkeys.rename, ({ params, body }, call) =>
    renamePasskey(shop, params.id, { ...asking(call), ...body }),
  )
  serve(app, passkeys.remove, ({ params }, call) => removePasskey(shop, params.id, asking(call)))
  serve(app, passkeys.switchOn, (_, call) => requirePasskeyToo(shop, asking(call)))
  serve(app, passkeys.switchOff, async () => {
    await switchOffSecondFactor(shop.db, shop.now())
  })
}
