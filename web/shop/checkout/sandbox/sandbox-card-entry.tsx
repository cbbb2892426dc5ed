import { type Ref, useImperativeHandle, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import type { CardEntryHandle, CardProvider } from '../card-provider.ts'
import { CardFields } from './card-fields.tsx'
import { authenticateInSandbox, type BankOutcome, confirmInSandbox } from './sandbox-calls.ts'
import { TestCardButtons } from './test-card-buttons.tsx'
import {
  type CardField,
  faultsOf,
  groupedNumber,
  NOT_A_TEST_CARD,
  type TestCard,
  type TypedCard,
  testCardOf,
} from './test-cards.ts'

export const sandboxCards: CardProvider = { cardEntry: ({ ref }) => <SandboxCardEntry ref={ref} /> }

const NOTHING_TYPED: TypedCard = { number: '', expiry: '', cvc: '' }

/** The card entry of the test mode: it takes test numbers only, and lets nothing but their token out. */
function SandboxCardEntry({ ref }: { ref: Ref<CardEntryHandle> }) {
  const [typed, setTyped] = useState(NOTHING_TYPED)
  const [faults, setFaults] = useState<Partial<Record<CardField, string>>>({})
  const [answerBank, setAnswerBank] = useState<((outcome: BankOutcome) => void) | null>(null)
  const fields = useRef<HTMLDivElement>(null)

  useImperativeHandle(ref, () => {
    const authenticate = async (clientSecret: string) => {
      const outcome = await new Promise<BankOutcome>((resolve) => setAnswerBank(() => resolve))
      setAnswerBank(null)
      return authenticateInSandbox(clientSecret, outcome)
    }
    return {
      createPaymentMethod: async () => {
        const found = faultsOf(typed, new Date())
        setFaults(found)
        const [first] = Object.entries(found)
        if (!first) return { paymentMethod: { id: testCardOf(typed.number)?.token ?? '' } }
        focusField(fields.current, first[0])
        return { error: { message: first[1] } }
      },
      confirmCardPayment: (clientSecret) => confirmInSandbox(clientSecret, authenticate),
      handleNextAction: authenticate,
    }
  }, [typed])

  const fill = ({ number }: TestCard) => {
    setTyped({
      number: groupedNumber(number),
      expiry: '12 / 34',
      cvc: number.startsWith('3') ? '1234' : '123',
    })
    setFaults({})
  }
  return (
    <div ref={fields} className="grid gap-4">
      <CardFields
        typed={typed}
        faults={faults}
        onType={(field, value) => {
          setTyped({ ...typed, [field]: value ?? '' })
          setFaults({ ...faults, [field]: value === null ? NOT_A_TEST_CARD : undefined })
        }}
      />
      <TestCardButtons onFill={fill} chosen={testCardOf(typed.number)} />
      <BankQuestion
        onAnswer={answerBank}
        onFocusLost={() => focusField(fields.current, 'number')}
      />
    </div>
  )
}

function focusField(fields: HTMLElement | null, name: string): void {
  fields?.querySelector<HTMLInputElement>(`[data-card=${name}]`)?.focus()
}

type BankQuestionProps = {
  onAnswer: ((outcome: BankOutcome) => void) | null
  onFocusLost: () => void
}

/** The test bank's 3-D Secure question, open while there is somebody to answer; closing it counts as failing. */
function BankQuestion({ onAnswer, onFocusLost }: BankQuestionProps) {
  return (
    <Dialog
      open={onAnswer !== null}
      onClose={() => onAnswer?.('fail')}
      onFocusLost={onFocusLost}
      title="Your bank asks"
      description="This is where your bank would check that it is really you (3-D Secure). It is a test: choose what it should find."
    >
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => onAnswer?.('complete')}>Complete authentication</Button>
        <Button variant="quiet" onClick={() => onAnswer?.('fail')}>
          Fail authentication
        </Button>
      </div>
    </Dialog>
  )
}
