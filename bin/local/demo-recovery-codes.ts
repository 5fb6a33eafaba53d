/**
 * Recovery codes of the demo administrador with their stored hashes, salted with the account's `sub`. Hashing eight of
 * them takes half a second at every start with an empty data folder.
 */
export const demoRecoveryCodes: Readonly<Record<string, string>> = {
  HABTAT22: 'mkmwOemyKoZ7epWjJLxeVjN_7LdWPIRbMn_sHvOY8fg',
  HABTAT33: 'UWDlLvYVFOPD6Jc0R5lKNzH9oMl3cx4AesowAeWkLG0',
  HABTAT44: 'aSt9an4zxHozum_wC7Ha5Qr_9uKnLNkuZYSFEKC5_iU',
  HABTAT55: 'BLt-mC5L8rn6aL2qfE_NX-JgNsjkMffZQ3Hp3D0pfjc',
  HABTAT66: 'YnrdqKGFbBSRSdTkaQr00LbUjov4Wl7NrQCTj9s55nE',
  HABTAT77: 'mxgao81YTRU4hfNzp8Z2o43kcSJdbt4EgCTHI2Jt6co',
  HABTAT88: 'dnn6Xxbnq9sJPLQjYuCpPjvgYTR7XWXvjbHO5NS2-g4',
  HABTAT99: 'PDEm3dtLpvABrxvABhTRyLxRIjn7W3KhNoq2uIaGCr0',
}
