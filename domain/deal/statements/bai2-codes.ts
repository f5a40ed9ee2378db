/** The uniform type codes of BAI2: Appendix A of the specification of October 2005. */

const codesIn = (text: string) => new Set(text.trim().split(/\s+/))

const credits = codesIn(`
  108 115 116 118 121 122 123 135 136 142 143 145 147 155 156 164 165 166 168 169 171 172 173 174 175 176 184 187 189
  191 195 196 198 201 202 206 208 212 213 214 216 218 221 222 224 226 227 229 232 233 234 235 236 237 238 240 241 242
  243 244 246 247 248 249 252 254 255 257 258 261 263 266 268 274 275 276 277 278 281 286 295 301 306 308 331 342 344
  345 346 347 348 349 351 353 354 357 358 359 362 363 364 366 367 368 369 372 373 374 376 377 378 379 381 382 383 384
  386 387 388 391 392 393 394 395 397 398 399 721 722 723 724 725 726 727 728`)

const debits = codesIn(`
  408 409 415 421 422 423 435 445 447 451 452 455 462 464 466 468 469 472 474 475 476 477 479 481 484 485 487 489 491
  493 495 496 498 501 502 506 508 512 513 514 516 518 522 524 526 527 529 531 533 535 538 540 541 542 543 544 546 547
  548 549 552 554 555 557 558 561 563 564 566 567 568 574 575 577 578 581 595 597 616 622 627 629 631 633 634 641 644
  651 654 656 657 658 659 661 662 663 664 666 667 668 669 672 673 674 676 677 678 679 681 682 683 684 686 687 688 691
  692 693 694 695 696 697 698 699`)

/** Entries that return, reverse, reject, correct or adjust an earlier one. */
const reversals = codesIn(`
  118 123 168 172 189 196 252 254 255 257 258 261 266 268 357 372 395
  423 468 489 496 552 554 555 557 558 561 566 568 631 672 694 695`)

/** A message without an amount. */
export const messageCode = '890'

export const isReversalCode = (code: string): boolean => reversals.has(code)
export const isKnownCode = (code: string): boolean => credits.has(code) || debits.has(code)
export const isBanksOwnCode = (code: string): boolean => /^9\d\d$/.test(code)

/** Returns true for a credit and false for a debit, also for codes that only their range tells, or null for neither. */
export function isCreditCode(code: string): boolean | null {
  if (credits.has(code) || /^(?:[12]\d\d|3\d\d|9[2-5]\d|720)$/.test(code)) return true
  if (debits.has(code) || /^(?:[456]\d\d|9[6-9]\d|760)$/.test(code)) return false
  return null
}
