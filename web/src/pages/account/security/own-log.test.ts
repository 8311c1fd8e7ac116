import { describe, expect, it } from 'vitest';
import { readEntry } from './own-log.ts';

describe("FRAME-13 an entry of one's own security log in words", () => {
  it.each([
    ['Login', 'ok', 'account.opLogin', 'account.ok', 'good'],
    ['Login', '304', 'account.opLogin', 'account.wrong', 'bad'],
    ['Login', '309', 'account.opLogin', 'account.locked', 'bad'],
    ['Login', '429', 'account.opLogin', 'account.limited', 'bad'],
    ['ModifyPwd', '317', 'account.opModifyPwd', 'account.refused', 'bad'],
    ['Revoke', 'password', 'account.opRevoke', 'account.whyPassword', 'plain'],
    ['Revoke', 'constructor', 'account.opRevoke', 'account.whyOther', 'plain'],
    ['Revoke', 'administrator', 'account.opRevoke', 'account.whyAdministrator', 'plain'],
    ['Session', 'revoked', 'account.opSession', 'account.whyRevoked', 'plain'],
    ['Login', 'remembered value used again', 'account.opLogin', 'account.usedAgain', 'bad'],
    ['Enter', 'ok', 'account.opEnter', 'account.ok', 'good'],
    ['Session', 'too many', 'account.opSession', 'account.whyMany', 'plain'],
    ['Login', 'factor', 'account.opLogin', 'account.asked', 'plain'],
    ['Factor', '301', 'account.opFactor', 'account.wrongCode', 'bad'],
    ['ResetFactor', 'ok', 'account.opResetFactor', 'account.ok', 'good'],
    ['Invite', 'ok', 'account.opInvite', 'account.ok', 'good'],
    ['TakeLink', 'ok', 'account.opTakeLink', 'account.ok', 'good'],
    ['Unlock', 'ok', 'account.opUnlock', 'account.ok', 'good'],
    ['Enable', 'ok', 'account.opEnable', 'account.ok', 'good'],
    ['Mobile', 'ok', 'account.opMobile', 'account.ok', 'good'],
    ['toString', 'ok', null, 'account.ok', 'good'],
  ])('%s %s', (op, reason, what, result, look) => expect(readEntry({ op, reason })).toEqual({ what, result, look }));
});
