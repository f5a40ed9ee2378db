import { exampleId } from '#contract/example-ids.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { allocationCalls } from './allocation-calls.ts'
import { fundingCalls } from './funding-calls.ts'
import { statementCalls } from './statement-calls.ts'
import { registerCalls } from './register-calls.ts'
import { deal, dealChange, newHold } from './shapes.ts'
import { termsCalls } from './terms-calls.ts'

export const dealCalls = {
  getDeal: {
    method: 'GET',
    path: '/api/admin/loans/:id/deal',
    access: 'admin',
    summary: "A loan's deal: its timetable, the limits of one lender's share, and its totals.",
    shows: ['loans:id', 'book:id', 'photos:id'],
    example: { params: { id: exampleId.loan } },
    response: deal,
  },
  updateDeal: {
    method: 'PATCH',
    path: '/api/admin/loans/:id/deal',
    access: 'admin',
    limit: 'changes',
    summary:
      "Change a deal's deadline and closing day, the least and the most that one lender can hold, and the step of allocated shares. Null clears a field.",
    changes: ['loans:id', 'audit'],
    body: dealChange,
    example: {
      params: { id: exampleId.loan },
      body: { minShare: '5', maxShare: '25.00', shareStep: '0.25' },
    },
    response: deal,
    refusals: { 409: ['deal_closed', 'round_running'] },
  },
  setHold: {
    method: 'PUT',
    path: '/api/admin/loans/:id/hold',
    access: 'admin',
    limit: 'changes',
    summary:
      'Set the share that the originator keeps. It is a binding commitment of the originator. 0 gives it up.',
    changes: ['book:id', 'notifications', 'audit'],
    body: newHold,
    example: {
      params: { id: exampleId.loan },
      body: { percentage: '20.00', amount: '200000.00' },
    },
    response: deal,
    refusals: {
      409: [
        'loan_draft',
        'deal_closed',
        'loan_funded',
        'not_enough_available',
        'round_running',
        'terms_changed',
        'terms_pending',
      ],
    },
  },
  ...allocationCalls,
  ...termsCalls,
  ...registerCalls,
  ...fundingCalls,
  ...statementCalls,
} as const satisfies Record<string, Endpoint>
