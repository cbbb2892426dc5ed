import '../server/require-node.js'
import { readConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { markChecked } from '#server/features/checkout/choose-provider.ts'
import { stripeAccount } from '#server/outside/stripe-payments.ts'
import { checkStripe, webhookNote } from './try-stripe.ts'

/**
 * Uses the owner's test keys, prints differences, and stores a clean result in the shop's database.
 */
const config = readConfig()
if (!config.stripe)
  throw new Error(
    'Set STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY to the test keys of the account.',
  )
const findings = await checkStripe(config.stripe)
for (const { what, differs } of findings)
  console.log(differs === null ? `  ok       ${what}` : `  DIFFERS  ${what}: ${differs}`)
const note = await webhookNote(config.stripe).catch(() => null)
if (note) console.log(`  note     ${note}`)
if (findings.some(({ differs }) => differs !== null)) {
  console.log('\nStripe does not behave the way this shop expects. Live keys will not open it.')
  process.exitCode = 1
} else {
  const account = await stripeAccount(config.stripe)
  const { db, close } = await openDatabase(config, new Date())
  await markChecked(db, account)
  await close()
  console.log(
    `\n${account.account} with API ${account.apiVersion} works the way this shop expects. Its live keys will open the shop now.`,
  )
}
