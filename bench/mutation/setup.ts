import fc from 'fast-check';

/** A mutant that is found is found: nobody asks for the smallest example. */
fc.configureGlobal({ endOnFailure: true });
/** Of the random plans so many are enough for one mutant. */
process.env.MODEL_PLANS = '500';
