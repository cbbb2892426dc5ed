import { ArrowLeft, CalendarPlus, Link, Printer } from 'lucide-react'
import { calendarPath } from '#contract/orders/receipt-link.ts'
import type { Receipt } from '#contract/orders/receipts.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'

export function RememberReceipt({ receipt, secret }: { receipt: Receipt; secret: string }) {
  const canRun = useHydrated()
  return (
    <footer className="mt-6 grid gap-4 text-center">
      <p className="text-pretty text-bark-deep">This page is your receipt.</p>
      <p className="flex flex-wrap justify-center gap-2">
        {receipt.marketDay && receipt.status !== 'cancelled' && (
          <a href={calendarPath(secret)} className={buttonLook({ variant: 'quiet' })}>
            <CalendarPlus aria-hidden="true" className="size-5" /> Add to calendar
          </a>
        )}
        {canRun && (
          <>
            <Button variant="quiet" onClick={() => window.print()}>
              <Printer aria-hidden="true" className="size-5" /> Print
            </Button>
            <Button variant="quiet" onClick={copyAddress}>
              <Link aria-hidden="true" className="size-5" /> Copy link
            </Button>
          </>
        )}
      </p>
      <p>
        <a href="/#products" className={buttonLook({})}>
          <ArrowLeft aria-hidden="true" className="size-5" /> Back to the shop
        </a>
      </p>
    </footer>
  )
}

/** Over plain http a browser offers no clipboard. */
async function copyAddress(): Promise<void> {
  const address = window.location.href
  try {
    await navigator.clipboard.writeText(address)
    toast({ title: 'Link copied', description: 'Anyone who has it can see this receipt.' })
  } catch {
    toast({
      title: 'The link could not be copied',
      description: `Please copy it yourself: ${address}`,
    })
  }
}
