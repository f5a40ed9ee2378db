import { expect, it } from 'vitest'
import { chooseSeparator, unclosedQuoteRow } from './csv-structure.mjs'

it.each([
  [';', 'Title;Borrower, legal;Amount, USD;Rate, %;Term, mos\nMint House;Mint LLC;1000000;7.25;24'],
  [';', 'Title;Note\nA, x;1\nB, y, z;2'],
  [',', 'Title,Note\n"A; x; y",1\nB,2'],
  ['\t', 'Title\tNote, long, text\nA\tb'],
  [',', 'Bridge pipeline\n\nTitle,Borrower,Amount\nA,B,1'],
  [',', 'Bridge pipeline; as of 9/30\n\nTitle,Borrower,Amount\nA,B,1\nC,D,2'],
  [',', 'Title'],
])('detects the CSV separator %j', (separator, text) => {
  expect(chooseSeparator(text)).toBe(separator)
})

it.each([
  [3, 'Title,Borrower\nA,B\n"C,D\nE,F'],
  [3, 'Title,Borrower\nA,B\n"C,D\n"E",F'],
  [2, 'Title,Note\nA,"two\nlines'],
  [null, 'Title,Note\nA,"two\nlines"\nB,"a ""quoted"" word"'],
  [null, 'Title,Note\nA,5" pipe\nB,6" pipe'],
  [null, 'Title,Note\r\n"A" Street,b\r\n'],
  [4, 'Title,Note\nA,"two\nlines"\nB,c\n"D,e'],
])('finds an unclosed quotation mark in row %j of a CSV file', (row, text) => {
  expect(unclosedQuoteRow(text, ',')).toBe(row)
})
