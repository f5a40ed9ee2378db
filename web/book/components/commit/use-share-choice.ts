import type { Loan } from '#contract/loans/shapes.ts'
import { clampShare, defaultShare } from '#domain/book/commitments.ts'
import { nearestShares } from '#domain/position/nearest-shares.ts'
import { shareAmount, wholePercent } from '#domain/money.ts'
import { parseTypedAmount } from '#domain/parse-typed-money.ts'
import { availableShare } from '#web/loans/components/loan-availability.ts'
import { useState } from 'react'
import { describeCutShare, describeNoShare, exampleAmount } from './describe-share-choice.ts'

export type ChosenShare = ReturnType<typeof useShareChoice>

/** The share of a loan that is being chosen: as a percentage, or by typing an amount. */
export function useShareChoice(loan: Loan, initial: number = defaultShare) {
  const available = availableShare(loan)
  // Null while the field is empty.
  const [chosen, setChosen] = useState<number | null>(() => clampShare(initial, available))
  // Null unless it was typed.
  const [typedShare, setTypedShare] = useState<string | null>(null)
  // Null unless an amount is being typed.
  const [typed, setTyped] = useState<string | null>(null)

  const amountOf = (share: number) => shareAmount(loan.amount, wholePercent(share))
  const wanted = typed === null ? null : parseTypedAmount(typed)
  const nearest = wanted === null ? [] : nearestShares(loan.amount, wanted, available)
  // The amount of a whole share chooses it.
  const exact = nearest.find((share) => amountOf(share) === wanted)
  // What is available may have shrunk since the choice.
  const share = exact ?? clampShare(chosen ?? 0, available)
  const example = exampleAmount(loan.amount, available)
  const isBlank = typed?.trim() === ''

  const choose = (next: number | null) => {
    setChosen(next)
    setTypedShare(null)
    setTyped(null)
  }
  return {
    loan,
    available,
    /** Whole percent as chosen, which may be more than is available; null while the field is empty. */
    chosen: exact ?? chosen,
    share,
    percentage: wholePercent(share),
    amount: amountOf(share),
    choose,
    /** Chooses what is nearest to a typed percentage. */
    typeShare: (text: string) => {
      choose(text === '' ? null : clampShare(Number(text), available))
      setTypedShare(text)
    },
    /** What became of a typed percentage; null when it is chosen as it is. */
    cut: typedShare === null ? null : describeCutShare(typedShare, available, share),
    typed,
    typeAmount: (text: string) => {
      setTypedShare(null)
      setTyped(text)
    },
    example,
    /** Shows the share's own amount again, once the typed one is settled. */
    leaveAmount: () => {
      if (exact !== undefined) choose(exact)
      else if (isBlank) setTyped(null)
    },
    /** The shares to choose from, while the typed amount is none of a whole share. */
    offered:
      exact === undefined ? nearest.map((each) => ({ share: each, amount: amountOf(each) })) : [],
    /** What has to be settled first; null when nothing has. */
    unsettled:
      typed === null || isBlank || exact !== undefined
        ? null
        : wanted === null
          ? `Enter an amount in dollars, like ${example}.`
          : describeNoShare(loan.amount, wanted, available),
  }
}
