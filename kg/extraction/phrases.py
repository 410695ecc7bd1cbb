"""Noun phrases in small letters: where they end, read without a tagger, and whether they name a method or a task."""

from __future__ import annotations

import re

from kg.extraction.task_words import HEADS as TASK_HEADS
from kg.model import Kind

_WORD = re.compile(r"[A-Za-z0-9α-ω][\w'’/]*(?:-[\w'’]+)*")
_OPEN = frozenset("the a an its their our his her this these those some any each every both such".split())
_STOP = frozenset(
    "the a an its their our his her this these those some any each every both such that which who whom whose and "
    "or but nor so yet for in on at by to from with without within into onto over under of as than via per "
    "through during after before between among across against is are was were be been being has have had do does "
    "did can could will would may might must should not it they we he she you i where when while whereas because "
    "since if then thus hence also only just even still using based used more less most least very too here there "
    "how what why however instead rather".split()
)
_VAGUE = frozenset(
    "automatic automated new novel better best good great strong simple fast faster efficient effective general "
    "large larger small "
    "smaller many several various different other same own single multiple two three four first second last final "
    "next recent current previous existing traditional standard common usual popular so-called well-known "
    "powerful improved high-quality high low better-performing whole entire full real complex challenging "
    "difficult hard easy certain further additional extra specific particular wide broad huge lightweight "
    "dedicated special custom clever careful modified pretrained pre-trained frozen learned learnt scalable "
    "robust accurate reliable separate joint unified latest modern underlying original different further "
    "corresponding resulting proposed called".split()
)
"""Words that describe a phrase without being a part of its name."""
METHOD_HEADS = frozenset(
    "attention autoencoder autoencoders auto-encoder auto-encoders encoder encoders decoder decoders transformer "
    "transformers tokenizer tokenizers retriever retrievers diffusion flow flows matching distillation prompting "
    "augmentation factorization factorisation decomposition regression regressions sampling sampler search "
    "pruning quantization quantisation regularization regularisation normalization normalisation dropout "
    "embedding embeddings convolution convolutions perceptron perceptrons forest forests tree trees boosting "
    "bagging bandit bandits kernel kernels process processes network networks experts descent ascent "
    "backpropagation learning unlearning fine-tuning finetuning pretraining pre-training tuning rendering "
    "splatting fields nerf gan gans vae vaes cnn cnns rnn rnns lstm lstms gnn gnns mlp mlps ssm ssms detector "
    "detectors classifier classifiers planner estimator estimators optimizer optimiser loss losses algorithm "
    "tokens masking parsing policy policies programming inference filtering clustering decoding hashing alignment "
    "guidance control models".split()
)
COMMON = frozenset(
    "models loss losses process processes network networks tree trees flow flows tokens policy policies algorithm "
    "fields inference alignment guidance control search masking tuning matching experts embedding embeddings "
    "learning sampling clustering filtering kernel kernels detector detectors classifier classifiers planner "
    "estimator estimators programming parsing descent ascent".split()
)
"""Last words that are as often no part of a name."""
ALONE = frozenset("transformer autoencoder auto-encoder backpropagation perceptron lstm".split())
"""Words that name a method without another word."""
_MOST_WORDS = 4


def read(text: str, start: int) -> tuple[int, int] | None:
    """Return the words in small letters of the noun phrase at a place, without what only describes it.

    >>> text = "uses a new low-rank matrix factorization of the weights"
    >>> text[slice(*read(text, 5))]
    'low-rank matrix factorization'
    """
    words: list[re.Match[str]] = []
    place = start
    while word := _WORD.match(text, place):
        plain = word.group().casefold()
        if not words and plain in (_OPEN | _VAGUE):
            place = _skip(text, word.end())
            continue
        if plain in _STOP or word.group()[0].isupper() or plain.endswith("ly") or len(words) > _MOST_WORDS:
            break
        words.append(word)
        place = _skip(text, word.end())
        if place != word.end() + 1:
            break
    if not words or (place < len(text) and _WORD.match(text, place) and not _ends(text, place)):
        return None
    return words[0].start(), words[-1].end()


def names(phrase: str, kind: Kind) -> bool:
    """Return whether the last word of a phrase names a method or a task, and something before it tells which.

    >>> names("graph autoencoder", Kind.METHOD), names("graph drawing", Kind.METHOD), names("generation", Kind.TASK)
    (True, False, False)
    """
    words = phrase.casefold().split()
    if kind is Kind.METHOD and len(words) == 1:
        return words[0].rstrip("s") in ALONE
    if not 1 < len(words) <= _MOST_WORDS or words[0] in _VAGUE:
        return False
    if kind is Kind.TASK:
        return words[-1] in TASK_HEADS and not words[0].endswith("ing")
    return words[-1] in METHOD_HEADS


def _skip(text: str, place: int) -> int:
    while place < len(text) and text[place] == " ":
        place += 1
    return place


def _ends(text: str, place: int) -> bool:
    word = _WORD.match(text, place)
    return word is not None and (word.group().casefold() in _STOP or word.group().endswith("ly"))
