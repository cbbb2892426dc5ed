import { classNames } from '#web/ui/class-names.ts'
import { groupedNumber, TEST_CARDS, type TestCard } from './test-cards.ts'

const GROUPS = [
  { outcome: 'paid', title: 'Goes through' },
  { outcome: 'asks', title: 'The bank asks first (3-D Secure)' },
  { outcome: 'declined', title: 'Is declined' },
] as const

type TestCardButtonsProps = { onFill: (card: TestCard) => void; chosen: TestCard | undefined }

export function TestCardButtons({ onFill, chosen }: TestCardButtonsProps) {
  const [visa] = TEST_CARDS
  return (
    <div className="grid gap-2">
      <p className="text-[0.9375rem] text-bark-deep">
        No card at hand? A tap fills in a test card.
      </p>
      {visa && <CardButton card={visa} isChosen={chosen === visa} onFill={onFill} />}
      <details>
        <summary className="inline-flex min-h-11 cursor-pointer items-center rounded-lg font-semibold text-leaf underline underline-offset-4">
          More test cards
        </summary>
        {GROUPS.map(({ outcome, title }) => (
          <fieldset key={outcome} className="mt-2">
            <legend className="mb-1.5 text-[0.9375rem] text-bark-deep">{title}</legend>
            <div className="flex flex-wrap gap-2">
              {TEST_CARDS.filter((card) => card.outcome === outcome && card !== visa).map(
                (card) => (
                  <CardButton
                    key={card.token}
                    card={card}
                    isChosen={chosen === card}
                    onFill={onFill}
                  />
                ),
              )}
            </div>
          </fieldset>
        ))}
      </details>
    </div>
  )
}

type CardButtonProps = { card: TestCard; isChosen: boolean; onFill: (card: TestCard) => void }

function CardButton({ card, isChosen, onFill }: CardButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      title={groupedNumber(card.number)}
      onClick={() => onFill(card)}
      className={classNames(
        'min-h-11 cursor-pointer justify-self-start rounded-full border-[1.5px] px-4 text-[0.9375rem] font-semibold',
        isChosen ? 'border-leaf bg-sprout' : 'border-straw bg-card hover:border-bark',
      )}
    >
      {card.name}{' '}
      <span className="ml-1 font-normal text-bark-deep tabular-nums">…{card.number.slice(-4)}</span>
    </button>
  )
}
