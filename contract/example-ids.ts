/**
 * Invented ids for the examples in the endpoint table, one for each type of record. Tests replace the ids with those of
 * records that `test/support/things.ts` creates.
 */
export const exampleId = {
  account: '0d6c1b7e-8f3a-4c52-9a61-5e2f7b90c413',
  loan: '5b1f0c9a-2e47-4d83-b6a5-91c03d7e8f24',
  favorite: 'c7e2a5d1-6b90-4f38-8d14-2a9f3c60b7e5',
  savedFilter: 'e94d7f03-1a2c-4b6e-95f8-70c3b8d1a246',
  softCommitment: '2f8a9e61-d7b4-4c05-a3e9-48b1f06c7d92',
  bindingCommitment: '8c30f5b7-4e19-4a7d-b2c6-d05a91e83f6b',
  receipt: 'a16e4d92-7c5f-4b03-8e7a-f39b02c6d581',
  document: '71b9d3e8-05a6-4f2c-9d40-c86e1f7a25b3',
  photo: 'f40c82a6-b93d-4e17-a05b-3d7e69f1c820',
  file: 'documents/3ea7c51d-98f2-4b60-8c3d-b6f04a192e75',
  uploadedDocument: 'documents/96d20f4b-e3a8-4c71-b59e-07f8c2a1d364',
  uploadedPhoto: 'photos/d852b7f9-3c06-4a9e-8f12-e5a4609c7b31.png',
  notification: '4a7e96c0-f128-4d5b-97b3-1c80e2d6f95a',
  session: 'b03f5a8d-6e71-4c92-a84f-95d2e7c01b36',
  mail: '69c4e1f2-80b5-4d3a-b7e6-2fa90d8c5713',
  invitation: '1e8d70b4-c5f3-4926-9ab0-6d3f4e82c7a9',
  colleague: '5d92e0b7-3f48-4c16-a7d5-08b6c1f9e243',
  firm: '92c7f1a3-6d05-4e8b-b149-e3f80a5d7c26',
  firmInvitation: 'c40b8e75-91d2-4f63-8a0c-5e7d2f1b9638',
  importProfile: 'd58b29c7-4f16-4e0a-93d8-7b60a2f5e1c4',
  teaser: '3c7f92e1-5d48-4ab0-86f3-1e0b7d94c52a',
  accessRequest: '90a4d6f8-b217-4c3e-a95d-62c8f10e7b34',
  boundLoan: '6e20d9a4-7b15-4c8f-93d6-a81f5b0e7c42',
  termsProposal: 'b83e5c07-d1f9-4a26-8c4e-70f29d6a1b35',
  firmList: 'f6b1380d-9c2e-4715-8ad4-e57f40b269c1',
  allocation: '6ac0f5e2-1b87-4d39-9e54-f3d2a7b80c16',
  round: 'b7e13d90-5a4c-4f68-82d1-09c6e5f7a3b2',
  offer: '2d94b6a8-c01f-4e75-a3b7-6f50d8e9c147',
  closedLoan: 'b8f27c05-3d91-4a6e-8e42-6f10c9d7a53b',
  register: '61e0d9a7-c824-4b5f-9f13-a7d285b0e36c',
  registerEntry: 'a95c3e18-0f72-4d46-b8a9-2c61e7f4d035',
  draftInstructions: '7e14b6c9-d503-48fa-a2e7-1b98f0c36d45',
  verifiedInstructions: '4d86f2a0-19be-4c73-95d1-e08a7b3f6c52',
  fundsReceipt: 'd0a73e5b-6c48-4f19-8b25-f94e16c2a780',
} as const

export type Thing = keyof typeof exampleId
