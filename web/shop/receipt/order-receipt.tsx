import type { ReactNode } from 'react'
import { formatFullDate } from '#contract/date-format.ts'
import type { Receipt } from '#contract/receipts.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Destination } from './destination.tsx'
import { Questions } from './questions.tsx'
import { formatMoneyBack, formatStatus, PAYMENT_LABELS } from './receipt-labels.ts'
import { ReceiptLines } from './receipt-lines.tsx'
import { RememberReceipt } from './remember-receipt.tsx'
import { TornEdge } from './torn-edge.tsx'

export function OrderReceipt({ receipt, secret }: { receipt: Receipt; secret: string }) {
  const isCancelled = receipt.status === 'cancelled'
  return (
    <div className="wrap py-8">
      <PageHead title={`Order #${receipt.id} – Farmstand`} description="Your receipt." isListed={false} />
      <div className="mx-auto max-w-md">
        <article className="border border-straw bg-card p-5 sm:p-10">
          {isCancelled && <Cancelled receipt={receipt} />}
          <Heading receipt={receipt} />
          {!isCancelled && (
            <Part>
              <Destination receipt={receipt} />
            </Part>
          )}
          <Part>
            <ReceiptLines receipt={receipt} />
          </Part>
          {receipt.notes && (
            <Part>
              <h2 className="text-lg">Your note</h2>
              <p className="whitespace-pre-line wrap-anywhere">{receipt.notes}</p>
            </Part>
          )}
          <Part>
            <Questions />
          </Part>
        </article>
        <TornEdge />
        <RememberReceipt receipt={receipt} secret={secret} />
      </div>
    </div>
  )
}

function Heading({ receipt }: { receipt: Receipt }) {
  return (
    <div className="mb-5 grid justify-items-center gap-2 text-center">
      <p className="inline-flex items-center gap-2.5 font-serif text-lg font-semibold text-leaf-deep">
        <Logo /> Farmstand
      </p>
      <h1 className="mt-2 text-4xl sm:text-5xl">Order #{receipt.id}</h1>
      <p className="text-bark-deep">{formatFullDate(receipt.createdAt)}</p>
      <p className="wrap-anywhere">
        {receipt.status === 'cancelled'
          ? `For ${receipt.customerName}`
          : `Thank you, ${receipt.customerName}. ${formatStatus(receipt)}`}
      </p>
      <p className="flex flex-wrap justify-center gap-2">
        <Badge variant={receipt.paymentStatus === 'completed' ? 'default' : 'secondary'}>
          {PAYMENT_LABELS[receipt.paymentStatus]}
        </Badge>
        {receipt.testMode && <Badge variant="secondary">Test order – no money was taken.</Badge>}
      </p>
    </div>
  )
}

function Cancelled({ receipt }: { receipt: Receipt }) {
  return (
    <div className="mb-5 rounded-xl bg-beet-pale p-4 text-center text-beet">
      <p className="font-semibold">{formatStatus(receipt)}</p>
      {!receipt.testMode && <p>{formatMoneyBack(receipt)}</p>}
    </div>
  )
}

function Part({ children }: { children: ReactNode }) {
  return <section className="border-t border-dashed border-bark py-5">{children}</section>
}
